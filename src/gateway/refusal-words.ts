import { z } from 'zod'

const MOST_WORDS = 10
const LONGEST_WORD = 500

const refusal = z.looseObject({
  errors: z.unknown().optional(),
  Errors: z.unknown().optional(),
  message: z.unknown().optional(),
  IsoResponseCode: z.unknown().optional(),
})

/**
 * All that a refusal says to people, wherever it says it: under the keys of `errors`, in the
 * `Errors` of the processor, in `message` (`gateway-api.md` 7). Localised prose, never to branch on.
 */
export const refusalWords = (body: unknown): string[] => {
  const { errors, Errors, message } = refusal.safeParse(body).data ?? {}
  const words = [...textsIn(errors), ...textsIn(Errors), ...textsIn(message)]
  return [...new Set(words)].slice(0, MOST_WORDS).map((word) => word.slice(0, LONGEST_WORD))
}

/** Whether a refusal is the processor's for sure: its own fields are there (7, rule 3). */
export const isOfProcessor = (body: unknown): boolean => {
  const { Errors, IsoResponseCode } = refusal.safeParse(body).data ?? {}
  return Errors !== undefined || IsoResponseCode !== undefined
}

/** Texts and their codes, however deep: `{Code: "51", Message: "No funds"}` is one text. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (typeof value !== 'object' || value === null) return []
  const fields: Record<string, unknown> = { ...value }
  const message = fields.Message ?? fields.message
  if (typeof message !== 'string') return Object.values(fields).flatMap(textsIn)
  const code = fields.Code ?? fields.code
  return textsIn(typeof code === 'string' ? `${code} ${message}` : message)
}
