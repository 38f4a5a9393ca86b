import { randomBytes } from 'node:crypto'
import { ulid } from 'ulid'
import type { IdOfPrefix } from '../domain/ids.ts'
import type { Clock } from './clock.ts'

type IdOf<Prefix extends string> = Prefix extends keyof IdOfPrefix ? IdOfPrefix[Prefix] : string

export interface Ids {
  /** `prefix_` and a ULID: unique, sorted by creation to the millisecond. */
  next<Prefix extends string>(prefix: Prefix): IdOf<Prefix>
  /** URL-safe. */
  secret(bytes: number): string
}

export const createIds = (clock: Clock): Ids => ({
  next: <Prefix extends string>(prefix: Prefix) =>
    `${prefix}_${ulid(clock.now().getTime()).toLowerCase()}` as IdOf<Prefix>,
  secret: (bytes) => randomBytes(bytes).toString('base64url'),
})
