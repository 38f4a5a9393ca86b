import { createHash, randomInt } from 'node:crypto'

const CODES = 10
const GROUPS = 4
const GROUP = 4
/** Without letters and digits that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

const letter = (): string => LETTERS.charAt(randomInt(LETTERS.length))

const newCode = (): string =>
  Array.from({ length: GROUPS }, () => Array.from({ length: GROUP }, letter).join('')).join('-')

/** Each has 79 random bits, so an unsalted hash is safe. */
export const newRecoveryCodes = (): string[] => Array.from({ length: CODES }, newCode)

/** Ignores case, blanks and hyphens. */
export const hashOfRecoveryCode = (typed: string): string =>
  createHash('sha256').update(typed.toLowerCase().replaceAll(/[\s-]/g, '')).digest('hex')
