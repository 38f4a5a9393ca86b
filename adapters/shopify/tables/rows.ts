import type { Generated, Kysely } from 'kysely'
import type { OrderId, StoreId } from '../../../src/domain/ids.ts'
import type { DbQuery } from '../../adapter.ts'

interface ShopifySessionsTable {
  id: string
  shop: string
  sealed: string
  /** `null`: never. */
  expires_at: Date | null
  /** Installation time; a refresh keeps it. */
  created_at: Date
  updated_at: Date
}

/** Remaining points at one time: a leaky bucket. */
export interface Budget {
  /** Negative while reservations exceed the balance. */
  available: number
  maximum: number
  /** Points per second. */
  restore_rate: number
  /** Database clock. */
  at: Date
}

interface ShopifyBudgetsTable extends Budget {
  shop: string
  api: string
}

/** Payment request to a payments app; a checkout can have several. */
interface ShopifyPaymentSessionsTable {
  shop: string
  /** Shopify's opaque id. */
  id: string
  seq: Generated<bigint>
  store_id: StoreId
  gid: string
  /** `null`: rejected on arrival. */
  order_id: OrderId | null
  amount_minor: bigint | null
  currency: string | null
  /** Target for a buyer who cancels. */
  cancel_url: string
  /** Resolved and rejected are final at Shopify. */
  state: 'open' | 'pending' | 'rejecting' | 'rejected' | 'resolved'
  /** Value of Shopify's API. */
  reason: string | null
  /** Code of the last declined card; empty if unknown. */
  decline_code: string | null
  /** First resolve; its response may be lost. */
  resolve_tried_at: Date | null
  /** Since when Shopify refuses to settle it. */
  refused_at: Date | null
  next_url: string | null
  created_at: Date
  updated_at: Date
}

interface ShopifyRefundSessionsTable {
  shop: string
  id: string
  kind: 'refund' | 'void'
  store_id: StoreId
  gid: string
  /** `null`: unknown payment. */
  order_id: OrderId | null
  state: 'open' | 'rejected' | 'resolved'
  created_at: Date
  updated_at: Date
}

/** Refund as sent to Shopify, exactly as in retries. */
interface ShopifyRefundEntriesTable {
  order_gid: string
  refund_id: string
  order_id: OrderId
  key: string
  /** Exact JSON. */
  input: string
  created_at: Date
  /** Last send without an answer, initially the insert: Shopify may still be processing it. */
  unanswered_at: Date
}

/** Method of an unpaid order that the store does not accept. */
interface ShopifyMethodNamesTable {
  store_id: StoreId
  /** Lower case. */
  name: string
  /** When its first order changed. */
  since: Date
  /** Last read of an order with it. */
  asked_at: Date
  /** `null`: unknown yet. */
  is_manual: boolean | null
}

export type ShopifyTables = {
  shopify_sessions: ShopifySessionsTable
  shopify_budgets: ShopifyBudgetsTable
  shopify_payment_sessions: ShopifyPaymentSessionsTable
  shopify_refund_sessions: ShopifyRefundSessionsTable
  shopify_refund_entries: ShopifyRefundEntriesTable
  shopify_method_names: ShopifyMethodNamesTable
}

export const shopifyTables = (query: DbQuery): Kysely<ShopifyTables> =>
  query.withTables<ShopifyTables>()
