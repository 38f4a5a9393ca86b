import { type RawBuilder, sql } from 'kysely'
import { NO_DECLINE_CODE } from '../../domain/decline-text.ts'
import type { StoreId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'
import { isOfStores } from '../lists/conditions.ts'

export interface Window {
  storeIds: readonly StoreId[]
  start: Date
  end: Date
}

/** Honduras day. `DAY` formats it after grouping. */
const dayOf = (column: string) =>
  sql`(${sql.ref(column)} AT TIME ZONE 'UTC' - interval '6 hours')::date`
const DAY = sql`to_char(day, 'YYYY-MM-DD') AS day`

export const MONEY_KINDS = ['paid', 'refunded', 'declined'] as const
export type MoneyKind = (typeof MONEY_KINDS)[number]

interface MoneySource {
  table: 'payments' | 'refunds' | 'declines'
  /** Type of the table's `id`. */
  idType: 'text' | 'bigint'
  /** Column that decides about the day. */
  at: 'paid_at' | 'done_at' | 'declined_at'
  minor: RawBuilder<unknown>
  code: RawBuilder<unknown>
  isCounted: RawBuilder<unknown>
}

export const MONEY_SOURCES: Record<MoneyKind, MoneySource> = {
  /** Charges, even if refunded later. */
  paid: {
    table: 'payments',
    idType: 'text',
    at: 'paid_at',
    minor: sql`COALESCE(total_minor, amount_minor)`,
    code: sql`NULL::text`,
    isCounted: sql`state IN ('paid', 'partially_refunded', 'refunded', 'voided')`,
  },
  /** Refunds and voids through Puente, by the gateway's time. */
  refunded: {
    table: 'refunds',
    idType: 'text',
    at: 'done_at',
    minor: sql`amount_minor`,
    code: sql`NULL::text`,
    isCounted: sql`state = 'succeeded'`,
  },
  /** Each declined charge, even if another card paid later. */
  declined: {
    table: 'declines',
    idType: 'bigint',
    at: 'declined_at',
    minor: sql`amount_minor`,
    code: sql`COALESCE(code, ${NO_DECLINE_CODE})`,
    isCounted: sql`true`,
  },
}

export const isMoneyIn = ({ at, isCounted }: MoneySource, window: Window) => sql`
  ${isOfStores(window.storeIds)} AND ${sql.ref(at)} >= ${window.start} AND ${sql.ref(at)} < ${window.end}
  AND ${isCounted}`

export interface MoneyRow {
  day: string
  currency: string
  code: string | null
  count: number
  minor: bigint
}

/** Sums payments, refunds or declines by Honduras day and decline code. */
export const moneyByDay = async (
  query: DbQuery,
  kind: MoneyKind,
  window: Window,
): Promise<MoneyRow[]> => {
  const source = MONEY_SOURCES[kind]
  const { rows } = await sql<MoneyRow>`
    SELECT ${DAY}, currency, code, count, minor FROM (
      SELECT ${dayOf(source.at)} AS day, currency, ${source.code} AS code,
        count(*)::int AS count, sum(${source.minor})::bigint AS minor
      FROM ${sql.table(source.table)}
      WHERE ${isMoneyIn(source, window)}
      GROUP BY 1, 2, 3
    ) sums`.execute(query)
  return rows
}

export interface NotifiedRow {
  day: string
  count: number
  p50: number
  p95: number
}

/** Percentiles of the seconds until stores were notified of a paid order. */
export const timeToNotified = async (
  query: DbQuery,
  { kind, ...window }: Window & { kind: string },
): Promise<NotifiedRow[]> => {
  const seconds = sql`extract(epoch FROM ended_at - created_at)::float8`
  const { rows } = await sql<NotifiedRow>`
    SELECT ${DAY}, count, waited[1] AS p50, waited[2] AS p95 FROM (
      SELECT ${dayOf('ended_at')} AS day, count(*)::int AS count,
        percentile_cont(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY ${seconds}) AS waited
      FROM tasks
      WHERE ${isOfStores(window.storeIds)} AND kind = ${kind} AND state = 'done' AND note IS NULL
        AND payload ->> 'type' = 'order.paid'
        AND ended_at >= ${window.start} AND ended_at < ${window.end}
      GROUP BY 1
    ) days`.execute(query)
  return rows
}
