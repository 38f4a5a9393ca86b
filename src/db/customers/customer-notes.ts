import { type Selectable, sql } from 'kysely'
import type { OrderId, StoreId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'
import type { OrderCustomer } from '../tables/orders.ts'
import type { DbTables } from '../tables.ts'
import { isCustomerConfirmed } from './confirmed-customers.ts'
import type { GroupingKey } from './customers.ts'

export type CustomerNoteRow = Selectable<DbTables['customer_notes']>

interface OfCustomer {
  storeId: StoreId
  key: GroupingKey
}

export const findCustomerNote = (
  query: DbQuery,
  { storeId, key }: OfCustomer,
): Promise<CustomerNoteRow | undefined> =>
  query
    .selectFrom('customer_notes')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('customer_key', '=', key)
    .executeTakeFirst()

/**
 * Replaces the note; an empty one deletes it. Locks the order, so a concurrent erasure finds the
 * note. A no-op if the order lost its customer meanwhile.
 */
export const writeCustomerNote = async (
  query: DbQuery,
  {
    storeId,
    key,
    orderId,
    note,
    by,
    now,
  }: OfCustomer & { orderId: OrderId; note: string; by: string; now: Date },
): Promise<void> => {
  if (note === '') {
    await query
      .deleteFrom('customer_notes')
      .where('store_id', '=', storeId)
      .where('customer_key', '=', key)
      .execute()
    return
  }
  await sql`
    WITH named AS (
      SELECT FROM orders WHERE id = ${orderId} AND store_id = ${storeId}
        AND customer_key(customer) = ${key} AND ${isCustomerConfirmed('orders')} FOR SHARE
    )
    INSERT INTO customer_notes (store_id, customer_key, note, noted_by, noted_at)
    SELECT ${storeId}, ${key}, ${note}, ${by}, ${now}::timestamptz FROM named
    ON CONFLICT (store_id, customer_key) DO UPDATE
    SET note = excluded.note, noted_by = excluded.noted_by, noted_at = excluded.noted_at`.execute(
    query,
  )
}

type KeyOfStore = Pick<CustomerNoteRow, 'store_id' | 'customer_key'>

/** Returns the notes about the confirmed customers of these orders. */
export const notesOfCustomers = async (
  query: DbQuery,
  orderIds: readonly OrderId[],
): Promise<CustomerNoteRow[]> => {
  const { rows } = await sql<CustomerNoteRow>`
    SELECT DISTINCT customer_notes.* FROM orders JOIN customer_notes
      ON customer_notes.store_id = orders.store_id
        AND customer_notes.customer_key = customer_key(orders.customer)
    WHERE orders.id = ANY (${orderIds}::text[]) AND ${isCustomerConfirmed('orders')}`.execute(query)
  return rows
}

/** Returns the notes under keys without orders. */
export const notesOfKeys = async (
  query: DbQuery,
  keys: readonly KeyOfStore[],
): Promise<CustomerNoteRow[]> => {
  if (keys.length === 0) return []
  const { rows } = await sql<CustomerNoteRow>`
    SELECT customer_notes.* FROM customer_notes JOIN ${keyTable(keys)}
      ON customer_notes.store_id = former.store_id AND customer_notes.customer_key = former.key
    WHERE ${HAS_NO_ORDER}`.execute(query)
  return rows
}

const keyTable = (keys: readonly KeyOfStore[]) => sql`
  unnest(${keys.map((key) => key.store_id)}::text[], ${keys.map((key) => key.customer_key)}::text[])
    AS former (store_id, key)`

/** Condition on a row of `keyTable`. */
const HAS_NO_ORDER = sql`NOT EXISTS (
  SELECT FROM orders WHERE customer_key(customer) IS NOT NULL
    AND customer_key(customer) = former.key AND orders.store_id = former.store_id
    AND ${isCustomerConfirmed('orders')})`

/** Deletes notes on customers without orders. */
export const deleteNotesWithoutOrders = async (
  trx: DbQuery,
  keys: readonly KeyOfStore[],
): Promise<void> => {
  if (keys.length === 0) return
  await sql`
    DELETE FROM customer_notes USING ${keyTable(keys)}
    WHERE customer_notes.store_id = former.store_id AND customer_notes.customer_key = former.key
      AND ${HAS_NO_ORDER}`.execute(trx)
}

/** Deletes notes older than `before` on customers without orders. */
export const deleteOldNotesWithoutOrders = async (query: DbQuery, before: Date): Promise<void> => {
  await sql`
    DELETE FROM customer_notes
    WHERE noted_at < ${before} AND NOT EXISTS (
      SELECT FROM orders WHERE customer_key(customer) IS NOT NULL
        AND customer_key(customer) = customer_notes.customer_key
        AND orders.store_id = customer_notes.store_id
        AND ${isCustomerConfirmed('orders')})`.execute(query)
}

/** Returns the customer keys that a person's own values yield. */
export const keysOfPerson = async (
  query: DbQuery,
  { storeIds, names }: { storeIds: readonly StoreId[]; names: readonly OrderCustomer[] },
): Promise<KeyOfStore[]> => {
  const { rows } = await sql<KeyOfStore>`
    SELECT store_id, customer_key(name) AS customer_key
    FROM unnest(${storeIds}::text[]) AS store_id
    CROSS JOIN jsonb_array_elements(${JSON.stringify(names)}::jsonb) AS name
    WHERE customer_key(name) IS NOT NULL`.execute(query)
  return rows
}
