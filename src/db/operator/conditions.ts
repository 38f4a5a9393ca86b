import { type RawBuilder, sql } from 'kysely'

/** All of the conditions that are there; `undefined`: none is. */
export const allOf = (
  conditions: readonly (RawBuilder<unknown> | undefined)[],
): RawBuilder<unknown> | undefined => {
  const given = conditions.filter((condition) => condition !== undefined)
  return given.length > 0 ? sql.join(given, sql` AND `) : undefined
}

/** A condition about a value that may not be asked for. */
export const ifGiven = <Value>(
  value: Value | undefined,
  condition: (value: Value) => RawBuilder<unknown>,
): RawBuilder<unknown> | undefined => (value === undefined ? undefined : condition(value))

/** From an instant on, up to another one. */
export interface Between {
  from?: Date | undefined
  to?: Date | undefined
}

export const isBetween = (column: RawBuilder<unknown>, { from, to }: Between) => [
  ifGiven(from, (at) => sql`${column} >= ${at}`),
  ifGiven(to, (at) => sql`${column} < ${at}`),
]

/** How far the time in an id and the one beside it may be apart. */
const APART_MS = 60 * 60_000

/** Ids begin with the time at which they were made: what was made in between is found by them. */
export const isMadeBetween = (prefix: string, { from, to }: Between) => [
  ifGiven(from, (at) => sql`row.id >= ${firstIdAt(prefix, at.getTime() - APART_MS)}`),
  ifGiven(to, (at) => sql`row.id < ${firstIdAt(prefix, at.getTime() + APART_MS)}`),
]

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_LENGTH = 10
const LAST_TIME_MS = 2 ** 48 - 1

const firstIdAt = (prefix: string, ms: number): string => {
  let time = ''
  for (let left = Math.min(Math.max(ms, 0), LAST_TIME_MS); time.length < TIME_LENGTH; ) {
    time = `${CROCKFORD[left % 32]}${time}`
    left = Math.floor(left / 32)
  }
  return `${prefix}_${time}`
}
