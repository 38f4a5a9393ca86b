import { randomInt } from 'node:crypto'

/** No letters or digits that look alike. */
const ALPHABET = '23456789abcdefghjkmnpqrstvwxyz'

/** Hard to guess: 12 characters and more. */
export const randomId = (length: number): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
