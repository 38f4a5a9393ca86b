import { z } from 'zod'
import { messagesIn } from '../contract/errors.ts'

const MOST_WORDS = 10
const LONGEST_WORD = 500

const refusal = z.looseObject({
  errors: z.unknown().optional(),
  Errors: z.unknown().optional(),
  message: z.unknown().optional(),
  IsoResponseCode: z.unknown().optional(),
})

/**
 * Collects messages for people from `errors`, the processor's `Errors` and `message` (7).
 * Drops a message that another repeats with its code. Localised, never to branch on.
 */
export const refusalMessages = (body: unknown): string[] => {
  const { errors, Errors, message } = refusal.safeParse(body).data ?? {}
  const words = [...messagesIn(errors), ...messagesIn(Errors), ...messagesIn(message)]
  return [...new Set(words)]
    .filter((word) => !words.some((other) => other.endsWith(` ${word}`)))
    .slice(0, MOST_WORDS)
    .map((word) => word.slice(0, LONGEST_WORD))
}

/** Requires the processor's own fields as proof (7, rule 3). */
export const isProcessorRefusal = (body: unknown): boolean => {
  const { Errors, IsoResponseCode } = refusal.safeParse(body).data ?? {}
  return Errors !== undefined || IsoResponseCode !== undefined
}
