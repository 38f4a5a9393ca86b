import { createHash } from 'node:crypto'

const BYTES = 6

/**
 * A number from 0 to 1, below 1, that follows from its parts alone. So a decision depends on the
 * seed and on what it is about, and not on how many others were taken meanwhile.
 */
export const draw = (...parts: readonly (string | number)[]): number =>
  createHash('sha256').update(JSON.stringify(parts)).digest().readUIntBE(0, BYTES) /
  2 ** (8 * BYTES)
