import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { CounterItemId, StoreId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'
import type { DbTables } from '../tables.ts'

export type CounterItemRow = Selectable<DbTables['counter_items']>

export const findCounterItem = (
  query: DbQuery,
  id: CounterItemId,
): Promise<CounterItemRow | undefined> =>
  query.selectFrom('counter_items').selectAll().where('id', '=', id).executeTakeFirst()

/** Oldest first. */
export const counterItemsOfStore = (query: DbQuery, storeId: StoreId): Promise<CounterItemRow[]> =>
  query
    .selectFrom('counter_items')
    .selectAll()
    .where('store_id', '=', storeId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Returns `undefined` if the store has `most` items already. */
export const insertCounterItem = async (
  query: DbQuery,
  item: Insertable<DbTables['counter_items']>,
  most: number,
): Promise<CounterItemRow | undefined> => {
  const { id, store_id, name, price_minor, currency, created_at } = item
  const { rows } = await sql<CounterItemRow>`
    INSERT INTO counter_items (id, store_id, name, price_minor, currency, created_at)
    SELECT ${id}, ${store_id}, ${name}, ${price_minor}, ${currency}, ${created_at}
    WHERE (SELECT count(*) FROM counter_items WHERE store_id = ${store_id}) < ${most}
    RETURNING *`.execute(query)
  return rows[0]
}

/** Returns `undefined` for an unknown item. */
export const updateCounterItem = (
  query: DbQuery,
  id: CounterItemId,
  changes: Updateable<DbTables['counter_items']>,
): Promise<CounterItemRow | undefined> =>
  query
    .updateTable('counter_items')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export const deleteCounterItem = async (query: DbQuery, id: CounterItemId): Promise<void> => {
  await query.deleteFrom('counter_items').where('id', '=', id).execute()
}
