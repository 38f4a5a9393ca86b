import { type Selectable, sql } from 'kysely'
import type { OrderId, StoreId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'
import type { OrderCustomer } from '../tables/orders.ts'
import type { DbTables } from '../tables.ts'
import type { GroupingKey } from './customers.ts'

type CustomerNoteRow = Selectable<DbTables['customer_notes']>

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

/** Replaces the note; an empty one deletes it. */
export const writeCustomerNote = async (
  query: DbQuery,
  { storeId, key, note, by, now }: OfCustomer & { note: string; by: string; now: Date },
): Promise<void> => {
  if (note === '') {
    await query
      .deleteFrom('customer_notes')
      .where('store_id', '=', storeId)
      .where('customer_key', '=', key)
      .execute()
    return
  }
  const row = { note, noted_by: by, noted_at: now }
  await query
    .insertInto('customer_notes')
    .values({ store_id: storeId, customer_key: key, ...row })
    .onConflict((conflict) => conflict.columns(['store_id', 'customer_key']).doUpdateSet(row))
    .execute()
}

type KeyOfStore = Pick<CustomerNoteRow, 'store_id' | 'customer_key'>

/** Returns the notes about the customers of these orders. */
export const notesOfCustomers = async (
  query: DbQuery,
  orderIds: readonly OrderId[],
): Promise<CustomerNoteRow[]> => {
  const { rows } = await sql<CustomerNoteRow>`
    SELECT DISTINCT customer_notes.* FROM orders JOIN customer_notes
      ON customer_notes.store_id = orders.store_id
        AND customer_notes.customer_key = customer_key(orders.customer)
    WHERE orders.id = ANY (${orderIds}::text[])`.execute(query)
  return rows
}

/** Deletes notes about customers who have no order any more. */
export const deleteNotesWithoutOrders = async (
  trx: DbQuery,
  keys: readonly KeyOfStore[],
): Promise<void> => {
  if (keys.length === 0) return
  await sql`
    DELETE FROM customer_notes
    USING unnest(${keys.map((key) => key.store_id)}::text[],
      ${keys.map((key) => key.customer_key)}::text[]) AS former (store_id, key)
    WHERE customer_notes.store_id = former.store_id AND customer_notes.customer_key = former.key
      AND NOT EXISTS (
        SELECT FROM orders WHERE customer_key(customer) IS NOT NULL
          AND customer_key(customer) = former.key AND orders.store_id = former.store_id)`.execute(
    trx,
  )
}

/** Returns the keys under which notes about a person may be, as they name themselves. */
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
