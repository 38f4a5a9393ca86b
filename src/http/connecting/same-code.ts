import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether a code that was typed in is the one of this installation, in the same time wherever they differ. */
export const isSameCode = (typed: string, expected: string): boolean => {
  const digestOf = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digestOf(typed), digestOf(expected))
}
