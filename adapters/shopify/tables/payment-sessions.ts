import type { Insertable, Selectable, Updateable } from 'kysely'
import type { OrderId } from '../../../src/domain/ids.ts'
import type { DbQuery } from '../../adapter.ts'
import { type ShopifyTables, shopifyTables } from './rows.ts'

export type PaymentSessionRow = Selectable<ShopifyTables['shopify_payment_sessions']>
export type RefundSessionRow = Selectable<ShopifyTables['shopify_refund_sessions']>

/** How a session is named: its id is Shopify's, and opaque. */
export interface SessionName {
  shop: string
  id: string
}

/** Keeps a session; `undefined` when it was there. One that is being kept at this moment is waited for. */
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

/** All sessions of one checkout, the newest first. */
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

/** Keeps a refund session or a void session, once. */
export const insertRefundSession = async (
  query: DbQuery,
  session: Insertable<ShopifyTables['shopify_refund_sessions']>,
): Promise<RefundSessionRow> => {
  await shopifyTables(query)
    .insertInto('shopify_refund_sessions')
    .values(session)
    .onConflict((conflict) => conflict.columns(['shop', 'id']).doNothing())
    .execute()
  return shopifyTables(query)
    .selectFrom('shopify_refund_sessions')
    .selectAll()
    .where('shop', '=', session.shop)
    .where('id', '=', session.id)
    .executeTakeFirstOrThrow()
}

/** The refund and void sessions of an order that Shopify has no answer to yet, the first one first. */
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
