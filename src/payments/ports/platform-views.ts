import type { OrderRow, PaymentRow, RefundRow, StoreRow } from '../../db/db.ts'
import type { WireOrder, WirePayment, WireRefund } from '../../wire/order-view.ts'

/**
 * `connection` and `policy.platform` are the platform's own; `sealed_connection` is `null` without
 * credentials.
 */
export type Store = Pick<
  StoreRow,
  | 'id'
  | 'name'
  | 'platform'
  | 'environment'
  | 'locale'
  | 'publishable_key'
  | 'notify_url'
  | 'orders_url'
  | 'connection'
  | 'sealed_connection'
  | 'policy'
>

/** `external_id` is the store's id. */
export type Order = WireOrder &
  Pick<OrderRow, 'id' | 'store_id' | 'fingerprint' | 'locale' | 'follows_reader' | 'cancelled_by'>

export type Payment = WirePayment & Pick<PaymentRow, 'reported_at'>

export type Refund = WireRefund & Pick<RefundRow, 'order_id' | 'idempotency_key' | 'confirmed_at'>

/** Platforms get stores only from the core, which hands out rows. */
export const rowOfStore = (store: Store): StoreRow => store as StoreRow

export const rowOfOrder = (order: Order): OrderRow => order as OrderRow
