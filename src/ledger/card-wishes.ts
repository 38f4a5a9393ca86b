import type { Selectable } from 'kysely'
import type { LedgerQuery } from './ledger.ts'
import type { LedgerTables } from './tables.ts'

export type CardWish = Selectable<LedgerTables['card_wishes']>

/** Keeps a wish; of the same order, the latest one. */
export const keepCardWish = async (
  query: LedgerQuery,
  {
    orderId,
    storeId,
    customerId,
    knownMethodIds,
    now,
  }: {
    orderId: string
    storeId: string
    customerId: string
    knownMethodIds: readonly string[]
    now: Date
  },
): Promise<void> => {
  const wish = {
    order_id: orderId,
    store_id: storeId,
    external_customer_id: customerId,
    known_method_ids: JSON.stringify(knownMethodIds),
    wished_at: now,
  }
  await query
    .insertInto('card_wishes')
    .values(wish)
    .onConflict((conflict) =>
      conflict.column('order_id').doUpdateSet({ external_customer_id: customerId, wished_at: now }),
    )
    .execute()
}

export const findCardWish = (query: LedgerQuery, orderId: string): Promise<CardWish | undefined> =>
  query.selectFrom('card_wishes').selectAll().where('order_id', '=', orderId).executeTakeFirst()

export const forgetCardWish = async (query: LedgerQuery, orderId: string): Promise<void> => {
  await query.deleteFrom('card_wishes').where('order_id', '=', orderId).execute()
}
