import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { OrderId, PaymentId, StoreId } from '../../domain/ids.ts'

/** The public name of our own sums beside those of the gateway. */
export const OUR_SIDE = 'ledger'

/** `stopped` and `failed` runs can be resumed where they were. */
export const RUN_STATES = ['running', 'stopped', 'done', 'failed'] as const
export type RunState = (typeof RUN_STATES)[number]

export const RUN_TRIGGERS = ['schedule', 'demand'] as const
export type RunTrigger = (typeof RUN_TRIGGERS)[number]

/** Whether the store's own orders were compared, too. */
/** `not_asked`: the run goes through a slice of the older days of a night. */
export const STORE_SIDES = ['compared', 'not_offered', 'not_answered', 'not_asked'] as const
export type StoreSide = (typeof STORE_SIDES)[number]

/** In which a gateway, a database and a store can differ. */
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
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number]

/**
 * What became of a difference. `found`: it is about to be looked at. `counted`: nobody has to do
 * anything. The `would_…` are those of a dry run.
 */
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
 * Where a run is. `pages`: it walks the gateway's list. `unseen`: the database's payments that were
 * not in it. `older_orders` and `orders`: the orders, against their store.
 */
export type RunPosition =
  | {
      phase: 'pages'
      page: number
      /** What we ask for; `null`: the gateway's own size. */
      perPage: number | null
      /** The first time through all pages is 1. */
      pass: number
      /** Times that the first pages are walked again for payments that came meanwhile; 0: not yet. */
      round: number
    }
  | { phase: 'unseen' | 'older_orders' | 'orders'; after: { at: string; id: string } | null }
  /** `round`: so often at most has been looked in vain at what is looked at now. */
  | { phase: 'end'; round?: number }

/** How much a run has gone through. */
export interface RunCounts {
  pages: number
  /** Different payments of the gateway, the unmatched and unreadable ones among them. */
  payments: number
  foreign: number
  unreadable: number
  orders: number
  /** How many the gateway says that there are, and the most that it ever said in this run. */
  gatewayTotal: number
  greatestTotal: number
}

/** Sums of payments, in minor units. */
export interface SumsOfPayments {
  payments: number
  charged: string
  voided: string
  refunded: string
  fees: string | null
  net: string
}

/** Decimal sums of a whole run, by currency. */
export interface RunTotals {
  currency: string
  gateway: SumsOfPayments
  foreign: SumsOfPayments
  [OUR_SIDE]: SumsOfPayments
}

/** A run that goes through rows of the database. */
export type RowsPosition = Extract<RunPosition, { after: unknown }>

interface ReconciliationsTable {
  id: string
  /** A short name of the run in `reconciliation_seen`. */
  number: Generated<bigint>
  store_id: StoreId
  trigger: RunTrigger
  /** Honduras days, `YYYY-MM-DD`, both inclusive. */
  from_day: string
  to_day: string
  /** It says what it would do, and changes nothing. */
  dry: boolean
  state: RunState
  /** Why it failed. */
  reason: string | null
  position: JSONColumnType<RunPosition>
  /** Grows with each change: of two workers on one run, one finds out and leaves it. */
  version: Generated<number>
  /** In a row, without getting any further. */
  failures: Generated<number>
  counts: JSONColumnType<RunCounts>
  store_side: StoreSide
  totals: ColumnType<RunTotals[] | null, string | null | undefined, string | null>
  /** The secret of its page. */
  page_token: string
  started_at: Date
  updated_at: Date
  ended_at: Date | null
}

interface DiscrepanciesTable {
  id: Generated<bigint>
  run_id: string
  kind: DifferenceKind
  /** What it is about: the id of a payment or an order, or `gateway:` and the gateway's number. */
  subject: string
  order_id: OrderId | null
  payment_id: PaymentId | null
  gateway_payment_id: bigint | null
  /** For people; no secrets, no personal data. */
  details: JSONColumnType<Record<string, unknown>>
  action: DifferenceAction
  /** How often it was looked at in vain. */
  tries: Generated<number>
  found_at: Date
  settled_at: Date | null
}

interface ReconciliationSeenTable {
  run: bigint
  /** Below zero: the hash of an item that has no readable number. */
  gateway_payment_id: bigint
}

interface ReconciliationSumsTable {
  run_id: string
  created_day: string
  charged_day: string
  currency: string
  /** Whether the database has them; the account may take payments of others, too. */
  ours: boolean
  payments: bigint
  charged_minor: bigint
  voided_minor: bigint
  refunded_minor: bigint
  fees_minor: bigint | null
}

interface ReconciledDaysTable {
  store_id: StoreId
  day: string
  run_id: string
}

interface ForeignPaymentsTable {
  store_id: StoreId
  gateway_payment_id: bigint
}

export interface ReconciliationTables {
  reconciliations: ReconciliationsTable
  discrepancies: DiscrepanciesTable
  reconciliation_seen: ReconciliationSeenTable
  reconciliation_sums: ReconciliationSumsTable
  reconciled_days: ReconciledDaysTable
  foreign_payments: ForeignPaymentsTable
}
