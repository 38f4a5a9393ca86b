import { randomInt } from 'node:crypto'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const LENGTH = 12

/** The last part of a `checkout_url`: 12 lower-case characters with no prefix (2.1). */
export const newSlug = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

export const isSlug = (text: string): boolean => /^[a-z]{12}$/.test(text)
