import { sql } from 'kysely'
import type { DbQuery } from '../../../src/db/db.ts'
import { messageIdOf } from '../../../src/payments/ports/notification.ts'

type Row = Record<string, unknown>

export type Rows = Record<string, string[]>

/** Tables about processes and requests instead of orders, or written some seconds later. */
const NOT_COMPARED = [
  'api_requests',
  'circuits',
  'events_other',
  'processes',
  'store_work',
  'timeline_other',
]

/** Returns all rows without sequence numbers, with random ids named after their subject. */
export const rowsIn = async (query: DbQuery): Promise<Rows> => {
  const names = await namesOfRandomIds(query)
  const rows: Rows = {}
  for (const table of await tablesOf(query)) {
    const { rows: found } = await sql<{ row: Row }>`
      SELECT to_jsonb(each) AS row FROM ${sql.table(table)} each`.execute(query)
    rows[table] = found
      .map(({ row }) => row)
      .toSorted((one, other) => placeOf(one) - placeOf(other))
      .map((row) => ({
        order: String(row.order_id ?? ''),
        text: named(JSON.stringify(masked(row)), names),
      }))
      .toSorted((one, other) => compare(ofOneOrder(table, one), ofOneOrder(table, other)))
      .map(({ text }) => text)
  }
  return rows
}

const tablesOf = async (query: DbQuery): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname = 'puente' AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`.execute(
    query,
  )
  return rows.map(({ name }) => name).filter((name) => !NOT_COMPARED.includes(name))
}

/** Insertion order. */
const placeOf = ({ seq, id }: Row): number => Number(seq ?? (typeof id === 'number' ? id : 0))

/** An order's timeline and tasks are sequences; everything else is a set. */
const ofOneOrder = (table: string, { order, text }: { order: string; text: string }): string =>
  (table === 'timeline' || table === 'tasks') && order !== '' ? order : text

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

const EMPTIED = `\\x${Buffer.from('{}').toString('hex')}`

const masked = ({ seq: _, id, ...row }: Row): Row => ({
  ...(typeof id === 'number' ? {} : { id }),
  ...row,
  // Bodies are immutable until they are emptied.
  ...(row.body === undefined ? {} : { body: row.body === EMPTIED ? 'emptied' : 'kept' }),
  ...(row.unique_key && isPayload(row.payload)
    ? {
        payload: {
          ...row.payload,
          messageId: row.payload.messageId === messageIdOf(String(row.unique_key)),
        },
      }
    : {}),
})

const isPayload = (payload: unknown): payload is Row =>
  typeof payload === 'object' && payload !== null

const namesOfRandomIds = async (query: DbQuery): Promise<[string, string][]> => {
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, idempotency_key AS name FROM payments WHERE idempotency_key LIKE 'adopted:%'
    UNION ALL
    SELECT refunds.id, concat_ws(' ', refunds.origin, refunds.kind, refunds.amount_minor,
      payments.idempotency_key, row_number() OVER (
        PARTITION BY payment_id, refunds.origin, refunds.kind, refunds.amount_minor
        ORDER BY (SELECT min(seq) FROM timeline WHERE details ->> 'refund' = refunds.id)))
    FROM refunds JOIN payments ON payments.id = payment_id
    WHERE payments.idempotency_key LIKE 'adopted:%'`.execute(query)
  return rows.map(({ id, name }) => [id, name])
}

export const nameRandomIds = async (
  query: DbQuery,
  texts: readonly string[],
): Promise<string[]> => {
  const names = await namesOfRandomIds(query)
  return texts.map((text) => named(text, names))
}

const named = (text: string, names: readonly [string, string][]): string =>
  names.reduce((all, [id, name]) => all.replaceAll(id, name), text)
