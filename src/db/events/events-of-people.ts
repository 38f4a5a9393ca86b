import { type RawBuilder, sql } from 'kysely'
import type { OrderId, StoreId } from '../../domain/ids.ts'
import { anyTrue } from '../../runtime/postgres/database.ts'
import type { DbQuery } from '../db.ts'
import type { MessageSource } from '../tables/events.ts'

/** Filter for messages about people, shared by export and erasure. */
export interface MessagesOfPeople {
  storeIds: readonly StoreId[]
  /** `undefined`: all. */
  orderIds: readonly OrderId[] | undefined
  /** Any of these in the body; `undefined`: all. */
  words: readonly string[] | undefined
  /** Platform messages, even of shops without a store. */
  platform: { source: MessageSource; storeIds: readonly StoreId[]; leftOut: readonly string[] }
}

const aboutThem = ({ storeIds, orderIds, words, platform }: MessagesOfPeople) => {
  const holdsOne = holdsOneOf(words)
  const isOfSource = (source: MessageSource, ids: readonly string[]) =>
    sql<boolean>`(store_id = ANY (${[...ids]}::text[]) AND source = ${source} AND ${holdsOne})`
  // Without words, a search of all bodies would find nothing.
  const bySource =
    words?.length === 0
      ? []
      : [
          isOfSource('gateway', storeIds),
          isOfSource(platform.source, [...storeIds, ...platform.storeIds]),
        ]
  return anyTrue([isOfPayments({ storeIds, orderIds }), ...bySource])
}

const holdsOneOf = (words: readonly string[] | undefined): RawBuilder<boolean> =>
  words
    ? sql<boolean>`EXISTS (
        SELECT FROM unnest(${words.map((word) => Buffer.from(word))}::bytea[]) word
        WHERE position(word IN body) > 0)`
    : sql<boolean>`true`

/**
 * Matches events by payment, since stores of one gateway account receive each other's events. Reads
 * only events since the first of the payments, with a day's margin for clocks.
 */
const isOfPayments = ({
  storeIds,
  orderIds,
}: Pick<MessagesOfPeople, 'storeIds' | 'orderIds'>): RawBuilder<boolean> => {
  const ids = sql`${[...storeIds]}::text[]`
  const theirOrders = orderIds
    ? sql<boolean>`order_id = ANY (${[...orderIds]}::text[])`
    : sql<boolean>`store_id = ANY (${ids})`
  return sql<boolean>`(source = 'gateway' AND store_id IN (
        SELECT id FROM stores WHERE gateway_account IN (
          SELECT gateway_account FROM stores WHERE id = ANY (${ids})))
      AND received_at >= (
        SELECT min(created_at) - interval '1 day' FROM payments WHERE ${theirOrders})
      AND substring(encode(body, 'escape') from '"puente_payment": ?"([^"]+)"') IN (
        SELECT id FROM payments WHERE ${theirOrders}))`
}

const isLeftOut = ({ leftOut }: MessagesOfPeople['platform']) =>
  sql<boolean>`COALESCE(topic = ANY (${[...leftOut]}::text[]), false)`

export interface MessageOfPeople {
  source: MessageSource
  topic: string | null
  received_at: Date
  body: Buffer
}

export const messagesOfPeople = async (
  query: DbQuery,
  people: MessagesOfPeople,
  limit: number,
): Promise<MessageOfPeople[]> => {
  const { rows } = await sql<MessageOfPeople>`
    SELECT source, topic, received_at, body FROM inbox
    WHERE body <> '{}' AND ${aboutThem(people)} AND NOT ${isLeftOut(people.platform)}
    ORDER BY seq LIMIT ${limit}`.execute(query)
  return rows
}

/** Erases message bodies. Returns the number of messages still waiting for handling. */
export const eraseBodiesOfPeople = async (
  trx: DbQuery,
  people: MessagesOfPeople,
): Promise<number> => {
  const these = aboutThem(people)
  await sql`
    UPDATE inbox SET body = '{}' WHERE NOT ${isWaiting} AND body <> '{}' AND ${these}`.execute(trx)
  const { rows } = await sql<{ waiting: number }>`
    SELECT count(*)::int AS waiting FROM inbox
    WHERE ${isWaiting} AND ${these} AND NOT ${isLeftOut(people.platform)}`.execute(trx)
  return rows[0]?.waiting ?? 0
}

const isWaiting = sql<boolean>`EXISTS (
  SELECT FROM inbox_waiting WHERE inbox_waiting.month = inbox.month AND inbox_waiting.seq = inbox.seq)`

/** Erases a body, handled or not. */
export const eraseBody = async (
  query: DbQuery,
  { month, seq }: { month: string; seq: string },
): Promise<void> => {
  await query
    .updateTable('inbox')
    .set({ body: Buffer.from('{}') })
    .where('month', '=', month)
    .where('seq', '=', BigInt(seq))
    .execute()
}
