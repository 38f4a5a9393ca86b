import { createHash } from 'node:crypto'

const BYTES = 6

/**
 * Returns a number in [0, 1) from a hash of its arguments, so concurrent decisions do not affect
 * each other as in a random stream.
 */
export const draw = (...parts: readonly (string | number)[]): number =>
  createHash('sha256').update(JSON.stringify(parts)).digest().readUIntBE(0, BYTES) /
  2 ** (8 * BYTES)
