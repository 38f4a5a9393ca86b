import { randomInt } from 'node:crypto'

/** Omits look-alike characters. */
const ALPHABET = '23456789abcdefghjkmnpqrstvwxyz'

/** Unguessable from 12 characters on. */
export const randomId = (length: number): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
