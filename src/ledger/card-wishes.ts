import type { Selectable } from 'kysely'
import type { LedgerQuery } from './ledger.ts'
import type { LedgerTables } from './tables.ts'

export type CardWish = Selectable<LedgerTables['card_wishes']>

/** Keeps a wish; of the same order, the latest one. */
export const keepCardWish = async (
  query: LedgerQuery,
  wish: Omit<CardWish, 'known_method_ids' | 'settled_at'> & { known_method_ids: readonly string[] },
): Promise<void> => {
  const known_method_ids = JSON.stringify(wish.known_method_ids)
  const { order_id: _, ...changes } = { ...wish, known_method_ids, settled_at: null }
  await query
    .insertInto('card_wishes')
    .values({ ...wish, known_method_ids })
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet(changes))
    .execute()
}

export const findCardWish = (query: LedgerQuery, orderId: string): Promise<CardWish | undefined> =>
  query.selectFrom('card_wishes').selectAll().where('order_id', '=', orderId).executeTakeFirst()

export const settleCardWish = async (
  query: LedgerQuery,
  { orderId, now }: { orderId: string; now: Date },
): Promise<void> => {
  await query
    .updateTable('card_wishes')
    .set({ settled_at: now })
    .where('order_id', '=', orderId)
    .execute()
}

/** Whether another customer wished the same under the same name while this wish was open. */
export const isWishDisputed = async (query: LedgerQuery, wish: CardWish): Promise<boolean> => {
  const other = await query
    .selectFrom('card_wishes')
    .select('order_id')
    .where('identity', '=', wish.identity)
    .where((where) =>
      where.or([
        where('store_id', '<>', wish.store_id),
        where('external_customer_id', '<>', wish.external_customer_id),
      ]),
    )
    .where((where) =>
      where.or([where('settled_at', 'is', null), where('settled_at', '>=', wish.wished_at)]),
    )
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

export const trimCardWishes = async (query: LedgerQuery, before: Date): Promise<void> => {
  await query.deleteFrom('card_wishes').where('wished_at', '<', before).execute()
}
