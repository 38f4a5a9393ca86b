import { z } from 'zod'
import { textsIn } from '../contract/errors.ts'

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
