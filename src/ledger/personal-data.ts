import { type RawBuilder, sql } from 'kysely'
import type { LedgerQuery, OrderRow } from './ledger.ts'
import type { MessageSource } from './tables.ts'

/** By what the orders of a person are found; any of it is enough. */
export interface PersonTraces {
  /** The shop's own ids of orders that are theirs. */
  externalIds: readonly string[]
  emails: readonly string[]
  phones: readonly string[]
}

const HAS_PERSONAL_DATA = sql<boolean>`(customer <> '{}' OR metadata <> '{}' OR description IS NOT NULL)`

const isOf = ({ externalIds, emails, phones }: PersonTraces) => {
  const digits = phones.map((phone) => phone.replace(/\D/g, '')).filter((phone) => phone !== '')
  return sql<boolean>`(
    external_id = ANY (${[...externalIds]}::text[])
    OR lower(customer ->> 'email') = ANY (${emails.map((email) => email.toLowerCase())}::text[])
    OR regexp_replace(customer ->> 'phone', '\\D', '', 'g') = ANY (${digits}::text[])
  )`
}

/** The orders of a person in some stores, the oldest first. */
export const ordersOfPerson = (
  query: LedgerQuery,
  { storeIds, traces, limit }: { storeIds: readonly string[]; traces: PersonTraces; limit: number },
): Promise<OrderRow[]> =>
  query
    .selectFrom('orders')
    .selectAll()
    .where('store_id', 'in', [...storeIds, ''])
    .where(isOf(traces))
    .orderBy('id')
    .limit(limit)
    .execute()

/**
 * Locks orders that still hold somebody's data: of a person, or, without `traces`, of anybody. The
 * oldest first.
 */
export const lockOrdersToErase = (
  trx: LedgerQuery,
  {
    storeIds,
    traces,
    limit,
  }: { storeIds: readonly string[]; traces?: PersonTraces | undefined; limit: number },
): Promise<OrderRow[]> => {
  const wanted = trx
    .selectFrom('orders')
    .selectAll()
    .where('store_id', 'in', [...storeIds, ''])
    .where(HAS_PERSONAL_DATA)
  return (traces ? wanted.where(isOf(traces)) : wanted)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()
}

/** The attempts at orders, as far as they matter for what is kept of a person. */
export const attemptsAtOrders = (query: LedgerQuery, orderIds: readonly string[]) =>
  query
    .selectFrom('payments')
    .selectAll()
    .where('order_id', 'in', [...orderIds, ''])
    .orderBy('order_id')
    .orderBy('attempt')
    .execute()

/**
 * Takes people out of orders and of all that was made of them; what was charged and given back stays.
 * Of the body of a payment's creation the amount and our own reference are left.
 */
export const erasePeopleOfOrders = async (
  trx: LedgerQuery,
  { orderIds, now }: { orderIds: readonly string[]; now: Date },
): Promise<void> => {
  const ids = [...orderIds, '']
  await trx
    .updateTable('orders')
    .set({ customer: '{}', metadata: '{}', description: null, updated_at: now })
    .where('id', 'in', ids)
    .execute()
  await sql`
    UPDATE payments SET request = (request - 'customer' - 'description')
      || jsonb_build_object('metadata', jsonb_strip_nulls(jsonb_build_object(
        'puente_payment', request -> 'metadata' -> 'puente_payment')))
      || CASE WHEN request ? 'name' THEN jsonb_build_object('name', request -> 'external_reference')
        ELSE '{}' END
    WHERE order_id = ANY (${ids}::text[])`.execute(trx)
  await trx.updateTable('refunds').set({ reason: null }).where('order_id', 'in', ids).execute()
  await trx.deleteFrom('card_wishes').where('order_id', 'in', ids).execute()
}

/** Takes a customer's id out of what stores were told of saved cards. */
export const eraseCustomerOfCards = async (
  trx: LedgerQuery,
  { storeIds, customerId }: { storeIds: readonly string[]; customerId: string },
): Promise<void> => {
  const ids = [...storeIds, '']
  await trx
    .deleteFrom('card_wishes')
    .where('store_id', 'in', ids)
    .where('external_customer_id', '=', customerId)
    .execute()
  await sql`
    UPDATE tasks SET payload = payload - 'customerId'
    WHERE store_id = ANY (${ids}::text[]) AND kind = 'tell-saved-card'
      AND payload ->> 'customerId' = ${customerId}`.execute(trx)
}

/** How many messages could not be emptied, because they have to be handled first. */
interface Emptied {
  waiting: number
}

/**
 * Empties the bodies of messages of some stores that hold one of some words: of all of them, without
 * `words`. Those of the topics `leftOut` are not waited for.
 */
export const emptyMessages = (
  trx: LedgerQuery,
  {
    storeIds,
    source,
    words,
    leftOut = [],
  }: {
    storeIds: readonly string[]
    source: MessageSource
    words?: readonly string[] | undefined
    leftOut?: readonly string[]
  },
): Promise<Emptied> => {
  const holdsOne = words
    ? sql<boolean>`EXISTS (
        SELECT FROM unnest(${words.map((word) => Buffer.from(word))}::bytea[]) word
        WHERE position(word IN body) > 0)`
    : sql<boolean>`true`
  return emptyThose(
    trx,
    sql<boolean>`store_id = ANY (${[...storeIds]}::text[]) AND source = ${source} AND ${holdsOne}`,
    leftOut,
  )
}

/**
 * Empties what the gateway told of the payments of stores, or of some orders only. Stores of one
 * gateway account get each other's events, too.
 */
export const emptyMessagesOfPayments = (
  trx: LedgerQuery,
  { storeIds, orderIds }: { storeIds: readonly string[]; orderIds?: readonly string[] | undefined },
): Promise<Emptied> => {
  const ids = sql`${[...storeIds]}::text[]`
  const theirOrders = orderIds
    ? sql<boolean>`order_id = ANY (${[...orderIds]}::text[])`
    : sql<boolean>`store_id = ANY (${ids})`
  return emptyThose(
    trx,
    sql<boolean>`source = 'gateway' AND store_id IN (
        SELECT id FROM stores WHERE gateway_account IN (
          SELECT gateway_account FROM stores WHERE id = ANY (${ids})))
      AND substring(encode(body, 'escape') from '"puente_payment": ?"([^"]+)"') IN (
        SELECT id FROM payments WHERE ${theirOrders})`,
    [],
  )
}

const emptyThose = async (
  trx: LedgerQuery,
  these: RawBuilder<boolean>,
  leftOut: readonly string[],
): Promise<Emptied> => {
  await sql`
    UPDATE events SET body = '{}' WHERE state = 'handled' AND body <> '{}' AND ${these}`.execute(
    trx,
  )
  const { rows } = await sql<Emptied>`
    SELECT count(*)::int AS waiting FROM events
    WHERE state <> 'handled' AND ${these}
      AND NOT COALESCE(topic = ANY (${[...leftOut]}::text[]), false)`.execute(trx)
  return rows[0] ?? { waiting: 0 }
}

/** Empties the body of one message, whatever becomes of it. */
export const emptyMessage = async (
  query: LedgerQuery,
  { month, seq }: { month: string; seq: string },
): Promise<void> => {
  await query
    .updateTable('events')
    .set({ body: Buffer.from('{}') })
    .where('month', '=', month)
    .where('seq', '=', BigInt(seq))
    .execute()
}
