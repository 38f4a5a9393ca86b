import { type RawBuilder, sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'

export const allOf = (
  conditions: readonly (RawBuilder<unknown> | undefined)[],
): RawBuilder<unknown> | undefined => {
  const given = conditions.filter((condition) => condition !== undefined)
  return given.length > 0 ? sql.join(given, sql` AND `) : undefined
}

export const ifGiven = <Value>(
  value: Value | undefined,
  condition: (value: Value) => RawBuilder<unknown>,
): RawBuilder<unknown> | undefined => (value === undefined ? undefined : condition(value))

/** Up to this many stores are scanned one by one. */
export const FEW_STORES = 20

/**
 * Restricts rows to stores. With many stores, `IS TRUE` hides the condition from the planner, so it
 * scans another index and hashes the stores; a prepared statement never hashes `ANY (array)`.
 */
export const isOfStores = (
  storeIds: readonly StoreId[],
  column = 'store_id',
): RawBuilder<boolean> => {
  const isOne = sql<boolean>`${sql.ref(column)} IN (SELECT unnest(${storeIds}::text[]))`
  return storeIds.length <= FEW_STORES ? isOne : sql<boolean>`(${isOne}) IS TRUE`
}

/** Half-open interval `[from, to)`. */
export interface Interval {
  from?: Date | undefined
  to?: Date | undefined
}

export const isBetween = (column: RawBuilder<unknown>, { from, to }: Interval) => [
  ifGiven(from, (at) => sql`${column} >= ${at}`),
  ifGiven(to, (at) => sql`${column} < ${at}`),
]

/** Upper bound on skew between an id's time and `created_at`. */
const APART_MS = 60 * 60_000

/** Ids begin with their creation time, so the primary key narrows the scan. */
export const isMadeBetween = (prefix: string, { from, to }: Interval) => [
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
