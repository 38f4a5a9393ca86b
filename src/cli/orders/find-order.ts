import type { DbQuery, OrderRow, StoreRow } from '../../db/db.ts'
import { ordersByCopiedText } from '../../db/orders/order-search.ts'
import { spellingsOf } from '../../db/orders/order-spellings.ts'
import { listStores } from '../../db/stores/stores.ts'
import { UserError } from '../../runtime/failure.ts'
import { storeOfOption } from '../terminal/store-named.ts'

const MOST_NAMED = 5

/** Returns the store that `--store` names, or all. */
export const storesNamed = async (query: DbQuery, id: string | undefined): Promise<StoreRow[]> => {
  const store = await storeOfOption(query, id)
  return store ? [store] : listStores(query)
}

/** An exact id wins over an exact number, then over other matches. */
export const findOneOrder = async (
  query: DbQuery,
  { text, storeId }: { text: string; storeId: string | undefined },
): Promise<{ order: OrderRow; store: StoreRow }> => {
  const stores = await storesNamed(query, storeId)
  const storeIds = stores.map(({ id }) => id)
  const found = await ordersByCopiedText(query, { text, storeIds, limit: 50 })
  const [exact] = spellingsOf(text)
  const byId = found.filter(({ id, external_id }) => id === exact || external_id === exact)
  const byNumber = found.filter(({ number }) => number === exact)
  const [order, ...others] = [byId, byNumber, found].find((named) => named.length > 0) ?? []
  const store = stores.find(({ id }) => id === order?.store_id)
  if (!order || !store) throw new UserError(`There is no order "${text}".`)
  if (others.length > 0) {
    const named = [order, ...others].slice(0, MOST_NAMED).map(nameInStore)
    const more = others.length + 1 > named.length ? ', …' : ''
    throw new UserError(
      `Several orders match "${text}": ${named.join(', ')}${more}. Use the id of one, or --store.`,
    )
  }
  return { order, store }
}

const nameInStore = ({ id, store_id }: OrderRow): string => `${id} (${store_id})`
