import { randomBytes } from 'node:crypto'
import { ulid } from 'ulid'
import type { Clock } from './clock.ts'

/** Makes identifiers and secrets. Passed in, like the clock. */
export interface Ids {
  /** `prefix_` and a ULID: unique, and in the order of creation to the millisecond. */
  next(prefix: string): string
  /** An unguessable URL-safe string of `bytes` random bytes. */
  secret(bytes: number): string
}

export const createIds = (clock: Clock): Ids => ({
  next: (prefix) => `${prefix}_${ulid(clock.now().getTime()).toLowerCase()}`,
  secret: (bytes) => randomBytes(bytes).toString('base64url'),
})
