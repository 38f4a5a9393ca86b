import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { OrderId, PaymentId, StoreId } from '../../domain/ids.ts'

/** Public name of our sums. */
export const OUR_SIDE = 'ledger'

/** Stopped and failed runs can resume. */
export const RUN_STATES = ['running', 'stopped', 'done', 'failed'] as const
export type RunState = (typeof RUN_STATES)[number]

export const RUN_TRIGGERS = ['schedule', 'demand'] as const
export type RunTrigger = (typeof RUN_TRIGGERS)[number]

/** `not_asked`: nightly slice of the backfill. */
export const STORE_SIDES = ['compared', 'not_offered', 'not_answered', 'not_asked'] as const
export type StoreSide = (typeof STORE_SIDES)[number]

export const DIFFERENCE_KINDS = [
  'missed_event',
  'payment_unknown',
  'payment_foreign',
  'amount_drift',
  'not_paid_at_gateway',
  'refunded_on_one_side',
  'missing_at_gateway',
  'gateway_disagrees',
  'unreadable_payment',
  'paid_twice',
  'paid_after_cancellation',
  'store_not_told',
  'store_says_paid',
  'missing_in_store',
  'unreadable_order',
] as const
export type DiscrepancyKind = (typeof DIFFERENCE_KINDS)[number]

/** `found`: open. `counted`: no action needed. `would_…`: dry run. */
export const DIFFERENCE_ACTIONS = [
  'found',
  'repaired',
  'for_a_person',
  'counted',
  'would_be_repaired',
  'would_be_for_a_person',
] as const
export type DifferenceAction = (typeof DIFFERENCE_ACTIONS)[number]

/**
 * `pages`: the gateway's list. `unseen`: our payments missing from it. `older_orders`, `orders`:
 * compared with their store.
 */
export type RunPosition =
  | {
      phase: 'pages'
      page: number
      /** `null`: the gateway's default. */
      perPage: number | null
      pass: number
      /** Repeats the first pages for payments that arrived during the walk. */
      round: number
    }
  | { phase: 'unseen' | 'older_orders' | 'orders'; after: { at: string; id: string } | null }
  /** `round`: upper bound on failed checks of the discrepancies due. */
  | { phase: 'end'; round?: number }

export interface RunCounts {
  pages: number
  /** Distinct, including unmatched and unreadable ones. */
  payments: number
  foreign: number
  unreadable: number
  orders: number
  /** Latest and greatest total reported by the gateway. */
  gatewayTotal: number
  greatestTotal: number
}

/** Decimal strings. */
export interface SumsOfPayments {
  payments: number
  charged: string
  voided: string
  refunded: string
  fees: string | null
  net: string
}

export interface RunTotals {
  currency: string
  gateway: SumsOfPayments
  foreign: SumsOfPayments
  [OUR_SIDE]: SumsOfPayments
}

export type RowsPosition = Extract<RunPosition, { after: unknown }>

export interface ReconciliationTables {
  reconciliations: {
    id: string
    /** Key in `reconciliation_seen`. */
    number: Generated<bigint>
    store_id: StoreId
    trigger: RunTrigger
    /** Honduras days, `YYYY-MM-DD`, inclusive. */
    from_day: string
    to_day: string
    dry: boolean
    state: RunState
    /** Failure, or unresponsive store. */
    reason: string | null
    position: JSONColumnType<RunPosition>
    /** Optimistic lock: of two workers, the stale one stops. */
    version: Generated<number>
    /** Consecutive, without progress. */
    failures: Generated<number>
    counts: JSONColumnType<RunCounts>
    store_side: StoreSide
    totals: ColumnType<RunTotals[] | null, string | null | undefined, string | null>
    page_token: string
    started_at: Date
    updated_at: Date
    ended_at: Date | null
    /** After a restore: recovers payments that the gateway created since. */
    lost_since: Generated<Date | null>
  }
  discrepancies: {
    id: Generated<bigint>
    run_id: string
    kind: DiscrepancyKind
    /** Payment id, order id, or `gateway:` and the gateway's id. */
    subject: string
    order_id: OrderId | null
    payment_id: PaymentId | null
    gateway_payment_id: bigint | null
    /** For people; no secrets, no personal data. */
    details: JSONColumnType<Record<string, unknown>>
    action: DifferenceAction
    tries: Generated<number>
    found_at: Date
    settled_at: Date | null
  }
  reconciliation_seen: {
    run: bigint
    /** Negative: hash of an item without a readable id. */
    gateway_payment_id: bigint
  }
  reconciliation_sums: {
    run_id: string
    created_day: string
    charged_day: string
    currency: string
    /** `false`: the account accepts unrelated payments too. */
    ours: boolean
    payments: bigint
    charged_minor: bigint
    voided_minor: bigint
    refunded_minor: bigint
    fees_minor: bigint | null
  }
  reconciled_days: {
    store_id: StoreId
    day: string
    run_id: string
  }
  foreign_payments: {
    store_id: StoreId
    gateway_payment_id: bigint
  }
}
