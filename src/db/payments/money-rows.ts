import { sql } from 'kysely'
import type { OrderId, PaymentId, StoreId } from '../../domain/ids.ts'
import { addMs, HOUR } from '../../runtime/clock.ts'
import type { DbQuery } from '../db.ts'
import { ifGiven } from '../lists/conditions.ts'
import { isMoneyIn, MONEY_SOURCES, type MoneyKind, type Window } from './money-by-day.ts'

/** Payment, refund or decline within a sum. `code`: decline code. */
export interface RowBehindMoney {
  id: string
  payment_id: PaymentId
  store_id: StoreId
  order_id: OrderId
  currency: string
  minor: bigint
  at: Date
  code: string | null
}

interface MoneyRowsQuery extends Window {
  kind: MoneyKind
  currency: string | undefined
  code: string | undefined
  before: { at: Date; id: string } | undefined
  limit: number
}

export const rowsBehindMoney = async (
  query: DbQuery,
  request: MoneyRowsQuery,
): Promise<RowBehindMoney[]> => {
  if (request.kind !== 'paid') return rowsOf(query, request)
  // No index orders charges by time, so read recent days first.
  const rows: RowBehindMoney[] = []
  for (const part of newestPartsOf(request)) {
    rows.push(...(await rowsOf(query, { ...request, ...part, limit: request.limit - rows.length })))
    if (rows.length >= request.limit) break
  }
  return rows
}

/** Yields the last day, then two days, four, and so on. */
function* newestPartsOf({
  start,
  end: last,
  before,
}: MoneyRowsQuery): Generator<Pick<Window, 'start' | 'end'>> {
  let end = before && before.at < last ? addMs(before.at, 1) : last
  for (let length = 24 * HOUR; end > start; length *= 2) {
    const from = addMs(end, -length)
    yield { start: from > start ? from : start, end }
    end = from
  }
}

const rowsOf = async (
  query: DbQuery,
  { kind, currency, code, before, limit, ...window }: MoneyRowsQuery,
): Promise<RowBehindMoney[]> => {
  const source = MONEY_SOURCES[kind]
  const [table, at] = [sql.table(source.table), sql.ref(source.at)]
  const idType = sql.raw(source.idType)
  const paymentId = source.table === 'payments' ? sql`id` : sql`payment_id`
  const filters = [
    isMoneyIn(source, window),
    ifGiven(currency, (value) => sql`currency = ${value}`),
    ifGiven(code, (value) => sql`${source.code} = ${value}`),
    ifGiven(before, (last) => sql`(${at}, id) < (${last.at}, ${last.id}::${idType})`),
  ].filter((filter) => filter !== undefined)
  const { rows } = await sql<RowBehindMoney>`
    SELECT id::text AS id, ${paymentId} AS payment_id, store_id, order_id, currency, ${source.minor} AS minor, ${at} AS at,
      ${source.code} AS code
    FROM ${table}
    WHERE ${sql.join(filters, sql` AND `)}
    ORDER BY ${at} DESC, ${table}.id DESC
    LIMIT ${limit}`.execute(query)
  return rows
}
