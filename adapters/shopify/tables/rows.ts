import type { Generated, Kysely } from 'kysely'
import type { OrderId, StoreId } from '../../../src/domain/ids.ts'
import type { DbQuery } from '../../adapter.ts'

/** An app's access to a shop of Shopify. */
interface ShopifySessionsTable {
  id: string
  shop: string
  /** The tokens. */
  sealed: string
  /** Of the access token; `null`: it does not end. */
  expires_at: Date | null
  /** When the app was installed; a renewal keeps it. */
  created_at: Date
  updated_at: Date
}

/** Points of Shopify's APIs, for each shop and each of them. */
interface ShopifyBudgetsTable {
  shop: string
  api: string
  available: number
  maximum: number
  /** Points a second. */
  restore_rate: number
  /** By the database's clock. */
  at: Date
}

/** What became of a session; resolved and rejected are final at Shopify. */
export type PaymentSessionState = 'open' | 'pending' | 'rejecting' | 'rejected' | 'resolved'

/** A buyer's request to pay, as Shopify sends it to a payments app; one checkout can have several. */
interface ShopifyPaymentSessionsTable {
  shop: string
  /** Shopify's, and opaque. */
  id: string
  seq: Generated<bigint>
  store_id: StoreId
  gid: string
  /** `null`: it is not to be paid, and was rejected as it came. */
  order_id: OrderId | null
  amount_minor: bigint | null
  currency: string | null
  /** Where the buyer goes who does not want to pay after all. */
  cancel_url: string
  state: PaymentSessionState
  /** Why it is rejected, as Shopify's API has it. */
  reason: string | null
  /** Of the latest card that was declined; empty where the gateway does not say why. */
  decline_code: string | null
  /** It was resolved for the first time, and the answer may have been lost. */
  resolve_tried_at: Date | null
  /** Since when Shopify does not want to hear of what became of it. */
  refused_at: Date | null
  /** Where the buyer goes on, as Shopify has said. */
  next_url: string | null
  created_at: Date
  updated_at: Date
}

/** A merchant's request to refund, as Shopify sends it to a payments app. */
interface ShopifyRefundSessionsTable {
  shop: string
  id: string
  kind: 'refund' | 'void'
  store_id: StoreId
  gid: string
  /** `null`: of a payment that is not known. */
  order_id: OrderId | null
  state: 'open' | 'rejected' | 'resolved'
  created_at: Date
  updated_at: Date
}

/** A refund as it was sent to Shopify, kept before that: after silence the same is sent again. */
interface ShopifyRefundEntriesTable {
  /** Shopify's name of the order. */
  order_gid: string
  /** The void or refund of ours that it stands for. */
  refund_id: string
  order_id: OrderId
  /** The idempotency key. */
  key: string
  /** JSON, to the letter. */
  input: string
  created_at: Date
  /** When it was sent the last time without an answer: Shopify may be at it yet. */
  unanswered_at: Date
}

/** A name that an order of a shop waited for its payment with, and that its store does not take. */
interface ShopifyMethodNamesTable {
  store_id: StoreId
  /** In lower case, as names are compared. */
  name: string
  /** When the first order with it changed. */
  since: Date
  /** When an order with it was asked for the last time. */
  asked_at: Date
  /** Whether it is a manual payment method; `null`: no transaction has said so yet. */
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

/** The database with Shopify's tables, inside or outside a transaction. */
export const shopifyTables = (query: DbQuery): Kysely<ShopifyTables> =>
  query.withTables<ShopifyTables>()
