import { type RawBuilder, sql } from 'kysely'
import type { OrderId, StoreId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'

/** Replaces the words of a person, or a whole text of others that contains one. */
const ERASED = '[erased]'

/** Shorter words would match in texts about others. */
const LEAST_LETTERS = 5

export const longEnough = (words: readonly string[]): string[] => [
  ...new Set(words.filter((word) => word.length >= LEAST_LETTERS)),
]

/** Columns where the gateway, a store or Puente may have quoted a customer. */
interface Place {
  table: string
  column: string
  type: 'text' | 'json'
  ofOrders: (orderIds: readonly OrderId[]) => RawBuilder<boolean>
}

const isOfOrders =
  (column: string) =>
  (orderIds: readonly OrderId[]): RawBuilder<boolean> =>
    sql<boolean>`${sql.ref(column)} = ANY (${[...orderIds]}::text[])`

const isOfTasks = (orderIds: readonly OrderId[]): RawBuilder<boolean> =>
  sql<boolean>`task_id IN (SELECT id FROM tasks WHERE order_id = ANY (${[...orderIds]}::text[]))`

const PLACES: readonly Place[] = [
  { table: 'orders', column: 'last_payment_error', type: 'json', ofOrders: isOfOrders('id') },
  ...(
    [
      ['payments', 'decline', 'json'],
      ['declines', 'message', 'text'],
      ['refunds', 'refusal', 'json'],
      ['tasks', 'payload', 'json'],
      ['tasks', 'last_error', 'text'],
      ['tasks', 'note', 'text'],
      ['timeline', 'details', 'json'],
      ['alerts', 'details', 'json'],
      ['discrepancies', 'details', 'json'],
    ] as const
  ).map(([table, column, type]) => ({ table, column, type, ofOrders: isOfOrders('order_id') })),
  { table: 'task_failures', column: 'detail', type: 'text', ofOrders: isOfTasks },
]

/** Erases a person's words from texts of others about these orders. */
export const eraseMentionsOfOrders = async (
  trx: DbQuery,
  { orderIds, words }: { orderIds: readonly OrderId[]; words: readonly string[] },
): Promise<void> => {
  if (words.length === 0 || orderIds.length === 0) return
  for (const { ofOrders, ...place } of PLACES)
    await eraseWords(trx, { ...place, where: ofOrders(orderIds), words })
}

/** A link may be made for one customer. */
const TEXTS_OF_STORES = [
  ['customer_notes', 'note'],
  ['payment_links', 'name'],
  ['payment_links', 'description'],
] as const

/** Erases a person's words from rows of the stores that name no order. */
export const eraseMentionsOfStores = async (
  trx: DbQuery,
  { storeIds, words }: { storeIds: readonly StoreId[]; words: readonly string[] },
): Promise<void> => {
  if (words.length === 0) return
  const isOfStores = sql<boolean>`store_id = ANY (${[...storeIds]}::text[])`
  for (const column of ['details', 'note'] as const)
    await eraseWords(trx, {
      table: 'alerts',
      column,
      type: column === 'note' ? 'text' : 'json',
      where: isOfStores,
      words,
    })
  for (const [table, column] of TEXTS_OF_STORES)
    await eraseWords(trx, { table, column, type: 'text', where: isOfStores, words })
  await sql`
    DELETE FROM api_requests AS row
    WHERE ${isOfStores} AND ${holdsOneOf(sql`row::text`, words)}`.execute(trx)
  await eraseSavedViews(trx, { storeIds, words })
}

/** Erases a person's words from ended tasks without an order. Reads all tasks of the stores. */
export const eraseMentionsOfTasks = async (
  trx: DbQuery,
  { storeIds, words }: { storeIds: readonly StoreId[]; words: readonly string[] },
): Promise<void> => {
  if (words.length === 0) return
  const isEnded = sql<boolean>`store_id = ANY (${[...storeIds]}::text[]) AND order_id IS NULL
    AND state IN ('done', 'dead')`
  for (const { column, type } of PLACES.filter(({ table }) => table === 'tasks'))
    await eraseWords(trx, { table: 'tasks', column, type, where: isEnded, words })
  const where = sql<boolean>`task_id IN (SELECT id FROM tasks WHERE ${isEnded})`
  await eraseWords(trx, { table: 'task_failures', column: 'detail', type: 'text', where, words })
}

/** Deletes saved searches that name the person. */
export const eraseSavedViews = async (
  query: DbQuery,
  { storeIds, words }: { storeIds: readonly StoreId[]; words: readonly string[] },
): Promise<void> => {
  if (words.length === 0) return
  await sql`
    DELETE FROM order_views AS row
    WHERE person_id IN (
        SELECT person_id FROM members JOIN stores USING (organization_id)
        WHERE stores.id = ANY (${[...storeIds]}::text[]))
      AND ${holdsOneOf(sql`row::text`, words)}`.execute(query)
}

/** Ignores case. */
const holdsOneOf = (text: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (
    SELECT FROM unnest(${words.flatMap(spellings)}::text[]) AS word
    WHERE position(lower(word) IN lower(${text})) > 0)`

/** A JSON text may escape letters. */
const spellings = (word: string): string[] => [
  ...new Set([word, JSON.stringify(word).slice(1, -1)]),
]

/** Needs a transaction: a row keeps its place only while it is locked. */
const eraseWords = async (
  trx: DbQuery,
  {
    table,
    column,
    type,
    where,
    words,
  }: Omit<Place, 'ofOrders'> & { where: RawBuilder<boolean>; words: readonly string[] },
): Promise<void> => {
  const text = sql`${sql.ref(column)}::text`
  const { rows } = await sql<{ part: string; place: string; value: unknown }>`
    SELECT tableoid::text AS part, ctid::text AS place, ${sql.ref(column)} AS value
    FROM ${sql.table(table)}
    WHERE ${where} AND ${holdsOneOf(text, words)}
    FOR UPDATE`.execute(trx)
  for (const { part, place, value } of rows) {
    const erased = type === 'text' ? ERASED : JSON.stringify(withoutWords(value, words))
    await sql`
      UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${erased}
      WHERE tableoid = ${part}::oid AND ctid = ${place}::tid`.execute(trx)
  }
}

/** Replaces each text that contains a word; keeps the shape, which other code reads. */
export const withoutWords = (value: unknown, words: readonly string[]): unknown => {
  if (typeof value === 'string') {
    const text = value.toLowerCase()
    return words.some((word) => text.includes(word.toLowerCase())) ? ERASED : value
  }
  if (Array.isArray(value)) return value.map((each) => withoutWords(each, words))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, withoutWords(field, words)]),
  )
}
