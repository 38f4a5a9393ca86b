import { holdsCardNumber } from '../../../src/domain/card-numbers.ts'
import { searchText } from '../../parts/search.ts'

/**
 * Returns `undefined` if empty. Drops control characters and keeps the first 191; a typed card
 * number leaves the browser as its last four digits.
 */
export const soughtText = (typed: string): string | undefined => {
  const text = searchText(typed.slice(0, 2_000).replace(/[\p{Cc}\p{Cs}]/gu, ' '))
  if (text === undefined) return undefined
  return holdsCardNumber(text) ? text.replace(/\D/g, '').slice(-4) : text.toWellFormed()
}
