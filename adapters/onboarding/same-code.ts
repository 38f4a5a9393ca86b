import { createHash, timingSafeEqual } from 'node:crypto'

/** Upper bound on wrong connect codes. */
export const MOST_WRONG_CODES = 5

/** Compares in constant time. */
export const isSameCode = (typed: string, expected: string): boolean => {
  const digestOf = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digestOf(typed), digestOf(expected))
}
