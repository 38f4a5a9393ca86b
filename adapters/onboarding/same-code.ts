import { createHash, timingSafeEqual } from 'node:crypto'

/** Codes that were typed in wrongly; then no more is looked at. */
export const MOST_WRONG_CODES = 5

/** Whether a code that was typed in is the one of this installation, in the same time wherever they differ. */
export const isSameCode = (typed: string, expected: string): boolean => {
  const digestOf = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digestOf(typed), digestOf(expected))
}
