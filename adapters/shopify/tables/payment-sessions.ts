import type { Insertable, Selectable, Updateable } from 'kysely'
import type { OrderId } from '../../../src/domain/ids.ts'
import type { DbQuery } from '../../adapter.ts'
import { type ShopifyTables, shopifyTables } from './rows.ts'

export type PaymentSessionRow = Selectable<ShopifyTables['shopify_payment_sessions']>
export type RefundSessionRow = Selectable<ShopifyTables['shopify_refund_sessions']>

export const isSessionOpen = ({ state }: PaymentSessionRow): boolean =>
  state === 'open' || state === 'pending'

/** Returns whether Shopify may know that the session was paid. */
export const mayHaveBeenResolved = (session: PaymentSessionRow): boolean =>
  session.state === 'resolved' || (isSessionOpen(session) && session.resolve_tried_at !== null)

/** The id is Shopify's and opaque. */
export interface SessionName {
  shop: string
  id: string
}

/** Returns `undefined` if the session exists. Waits for a concurrent insert. */
export const insertPaymentSession = (
  query: DbQuery,
  session: Insertable<ShopifyTables['shopify_payment_sessions']>,
): Promise<PaymentSessionRow | undefined> =>
  shopifyTables(query)
    .insertInto('shopify_payment_sessions')
    .values(session)
    .onConflict((conflict) => conflict.columns(['shop', 'id']).doNothing())
    .returningAll()
    .executeTakeFirst()

export const findPaymentSession = (
  query: DbQuery,
  { shop, id }: SessionName,
): Promise<PaymentSessionRow | undefined> =>
  shopifyTables(query)
    .selectFrom('shopify_payment_sessions')
    .selectAll()
    .where('shop', '=', shop)
    .where('id', '=', id)
    .executeTakeFirst()

/** Newest first. */
export const paymentSessionsOf = (query: DbQuery, orderId: OrderId): Promise<PaymentSessionRow[]> =>
  shopifyTables(query)
    .selectFrom('shopify_payment_sessions')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('seq', 'desc')
    .execute()

export const updatePaymentSession = (
  query: DbQuery,
  { shop, id }: SessionName,
  changes: Updateable<ShopifyTables['shopify_payment_sessions']>,
): Promise<PaymentSessionRow> =>
  shopifyTables(query)
    .updateTable('shopify_payment_sessions')
    .set(changes)
    .where('shop', '=', shop)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Returns the existing session, if any. */
export const insertRefundSession = (
  query: DbQuery,
  session: Insertable<ShopifyTables['shopify_refund_sessions']>,
): Promise<RefundSessionRow> =>
  shopifyTables(query)
    .insertInto('shopify_refund_sessions')
    .values(session)
    .onConflict((conflict) => conflict.columns(['shop', 'id']).doUpdateSet({ id: session.id }))
    .returningAll()
    .executeTakeFirstOrThrow()

/** Returns the oldest first. */
export const openRefundSessionsOf = (
  query: DbQuery,
  orderId: OrderId,
): Promise<RefundSessionRow[]> =>
  shopifyTables(query)
    .selectFrom('shopify_refund_sessions')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('state', '=', 'open')
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const updateRefundSession = async (
  query: DbQuery,
  { shop, id }: SessionName,
  changes: Updateable<ShopifyTables['shopify_refund_sessions']>,
): Promise<void> => {
  await shopifyTables(query)
    .updateTable('shopify_refund_sessions')
    .set(changes)
    .where('shop', '=', shop)
    .where('id', '=', id)
    .execute()
}
