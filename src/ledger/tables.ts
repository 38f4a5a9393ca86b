import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Environment } from '../contract/keys.ts'
import type { PaymentState } from '../contract/payment-states.ts'
import type { Remedy } from '../platform/failure.ts'
import type { ReconciliationTables } from './reconciliation-tables.ts'

export type Locale = 'es' | 'en'

/**
 * An attempt's own states come before the gateway's: `intended` (its creation or its charge was
 * committed, the gateway's answer is not known yet), `refused` (the gateway said no), `abandoned`
 * (the gateway does not know it), `declined` (a charge that the processor declined: a link stays
 * payable after that, a charge is over), `authenticating` (a charge that waits for its customer at
 * the bank).
 */
export type AttemptState =
  | 'intended'
  | 'refused'
  | 'abandoned'
  | 'declined'
  | 'authenticating'
  | PaymentState

/** How the customer pays: at the gateway's checkout, on our card page, or by a saved card. */
export const PAYMENT_MODES = ['hosted', 'card_page', 'saved_card'] as const
export type PaymentMode = (typeof PAYMENT_MODES)[number]

/** Where a pay link leads: to the gateway's checkout, or to our card page. */
export const CHECKOUT_MODES = ['hosted', 'card_page'] as const satisfies readonly PaymentMode[]
export type CheckoutMode = (typeof CHECKOUT_MODES)[number]

/** The processor's no; `code` is what to branch on (`gateway-api.md` 2.6). */
export interface DeclineDetails {
  code: string
  message: string | null
}

export const ORDER_STATUSES = [
  'awaiting_payment',
  'payment_expired',
  'paid',
  'partially_refunded',
  'refunded',
  'voided',
  'on_hold',
  'cancelled',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** Why a person has to look at an order's money. */
export const ORDER_TROUBLES = [
  'paid_twice',
  'paid_other_amount',
  'paid_after_cancellation',
] as const
export type OrderTrouble = (typeof ORDER_TROUBLES)[number]

export const PLATFORMS = ['headless', 'woocommerce', 'shopify'] as const
export type Platform = (typeof PLATFORMS)[number]

interface StoresTable {
  id: string
  name: string
  platform: Platform
  environment: Environment
  locale: Locale
  /** SHA-256 of the API key, hex. */
  api_key_hash: string
  sealed_secret_key: string
  publishable_key: string | null
  /** Tells stores of one gateway account from those of others: a hash of the secret key. */
  gateway_account: string | null
  sealed_webhook_secret: string
  sealed_previous_webhook_secret: string | null
  previous_webhook_secret_until: Date | null
  notify_url: string | null
  sealed_notify_secret: string
  /** Where the shop says how its orders stand; `null` for a shop that does not. */
  orders_url: ColumnType<string | null, string | null | undefined, string | null>
  /** How the platform's adapter reaches the store, as far as that is no secret. */
  connection: ColumnType<Record<string, unknown>, string | undefined, string>
  /** What the adapter proves itself with, as sealed JSON; `null` for a headless shop. */
  sealed_connection: ColumnType<string | null, string | null | undefined, string | null>
  /** See `payments/policy.ts`; what is not in it has its default. */
  policy: ColumnType<Record<string, unknown>, string | undefined, string>
  created_at: Date
  updated_at: Date
}

/**
 * Who ended an order. `store`: it is over there, be it that it was cancelled or that it was paid in
 * another way. `merchant`: by the API. `policy`: its time was over.
 */
export type CancelledBy = 'store' | 'merchant' | 'policy'

export interface OrderCustomer {
  name?: string | undefined
  email?: string | undefined
  phone?: string | undefined
  identity_number?: string | undefined
}

interface OrdersTable {
  id: string
  store_id: string
  /** The shop's own id of the order. */
  external_id: string
  number: string | null
  amount_minor: bigint
  /** Alphabetic ISO 4217 code. */
  currency: string
  description: string | null
  customer: JSONColumnType<OrderCustomer>
  metadata: JSONColumnType<Record<string, unknown>>
  locale: Locale
  success_url: string | null
  cancel_url: string | null
  status: OrderStatus
  trouble: OrderTrouble | null
  /** The secret of the order's durable pay link. */
  pay_token: string
  current_payment_id: string | null
  checkout_mode: ColumnType<CheckoutMode, CheckoutMode | undefined, CheckoutMode>
  /** Until when the card page takes a card; a hosted checkout's expiry is its payment's. */
  payable_until: Date | null
  /** When that time was found to be over; a new checkout opens the order again. */
  time_over_at: Date | null
  paid_at: Date | null
  /** When the shop said that it does not want the order paid any more. */
  cancelled_at: Date | null
  /** `null`: it is not cancelled, or was before that was kept. */
  cancelled_by: CancelledBy | null
  /** When its customer was erased: what comes of it afterwards is not kept with their data. */
  people_erased_at: Date | null
  /** Tells it from a later order of the same id; `null`: its shop gives nothing of that kind. */
  fingerprint: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Date
  updated_at: Date
}

interface PaymentsTable {
  id: string
  store_id: string
  order_id: string
  /** 1 for the first attempt at the order. */
  attempt: number
  mode: PaymentMode
  /** The `pm_*` of a saved card. */
  payment_method_id: string | null
  /** The transaction of a charge without the hosted checkout, kept the moment it is known. */
  charge_id: string | null
  decline: JSONColumnType<DeclineDetails> | null
  state: AttemptState
  amount_minor: bigint
  currency: string
  idempotency_key: string
  /** The exact body of the creation, so that sending it again sends the same. */
  request: JSONColumnType<Record<string, unknown>>
  /** Which process is creating it at the gateway, and until when at the latest. */
  claimed_by: number | null
  claimed_until: Date | null
  gateway_payment_id: bigint | null
  checkout_url: string | null
  /** Only of the charge that paid: a declined charge has one too (2.1). */
  transaction_id: string | null
  total_minor: bigint | null
  service_fee_minor: bigint | null
  sales_tax_minor: bigint | null
  /** What the total has beyond amount, tax and fee. */
  tip_minor: bigint | null
  refunded_minor: ColumnType<bigint, bigint | undefined, bigint>
  /** When the gateway was last asked because a customer was waiting for confirmation. */
  last_asked_at: Date | null
  /** When it is asked for if nothing is heard of it; `null` once it has come to its end. */
  next_ask_at: Date | null
  expires_at: Date | null
  paid_at: Date | null
  created_at: Date
  updated_at: Date
}

/** Who wanted money given back. `policy`: the store's own rule for money taken in error. */
export const REVERSAL_ORIGINS = ['store', 'portal', 'operator', 'policy'] as const
export type ReversalOrigin = (typeof REVERSAL_ORIGINS)[number]

/**
 * `intended`: committed, not yet asked for. `requested`: the gateway is being asked. `unknown`: it
 * was asked, and its answer was lost. `accepted`: it answered that it has done it, and its payment
 * does not show it yet. `waiting`: it said not yet. `done`, `refused` and `withdrawn` are ends.
 */
export const REVERSAL_STATES = [
  'intended',
  'requested',
  'unknown',
  'accepted',
  'waiting',
  'done',
  'refused',
  'withdrawn',
] as const
export type ReversalState = (typeof REVERSAL_STATES)[number]

/** Why a reversal is refused or has to wait. */
export interface ReversalRefusal {
  code:
    | 'given_back_already'
    | 'above_rest'
    | 'not_refundable_yet'
    | 'key_refused'
    | 'not_found_at_gateway'
    | 'unreadable_at_gateway'
    | 'transaction_not_shown'
    | 'refused_by_gateway'
  /** The gateway's own, for people. */
  words: string[]
}

interface RefundsTable {
  id: string
  store_id: string
  order_id: string
  payment_id: string
  origin: ReversalOrigin
  kind: 'void' | 'refund'
  amount_minor: bigint
  currency: string
  reason: string | null
  state: ReversalState
  /** The shop's, with a hash of what it asked for: the same key asks for the same once. */
  idempotency_key: string | null
  request_hash: string | null
  /** When the gateway was asked last. */
  requested_at: Date | null
  /** When it answered 2xx: from then on it is never asked again, whatever it shows. */
  accepted_at: Date | null
  refusal: JSONColumnType<ReversalRefusal> | null
  created_at: Date
  updated_at: Date
  done_at: Date | null
}

/** What refund events told of single refunds (`refund_amount`, 2.1), each event once. */
interface RefundEventsTable {
  payment_id: string
  event_id: string
  amount_minor: bigint
  seen_at: Date
}

/** The kinds of things that a person should look at. */
export const PROBLEM_KINDS = [
  'order_paid_twice',
  'order_paid_other_amount',
  'order_paid_after_cancellation',
  'refund_not_accepted_yet',
  'refund_refused',
  'refund_not_shown',
  'refund_outside_puente',
  'store_refund_not_possible',
  'gateway_key_refused',
  'saved_cards_disabled',
  'request_fields_dropped',
  'task_given_up',
  'payment_not_at_gateway',
  'payment_differs',
  'payment_without_order',
  'gateway_data_unreadable',
  'store_disagrees',
  'store_access_refused',
  'order_not_in_store',
  'order_id_reused',
  'store_data_unreadable',
  'store_not_compared',
  'differences_not_listed',
  'reconciliation_failed',
  'shop_unreachable',
  'shop_paused',
  'gateway_unreachable',
  'webhooks_stopped',
  'previous_secret_in_use',
  'customer_data_requested',
  'refund_not_in_store',
] as const
export type ProblemKind = (typeof PROBLEM_KINDS)[number]

interface ProblemsTable {
  id: Generated<bigint>
  store_id: string
  order_id: string | null
  kind: ProblemKind
  /** What it is about; only one problem of a kind is open about the same thing. */
  subject: string
  /** For people; no secrets, no personal data. */
  details: JSONColumnType<Record<string, unknown>>
  opened_at: Date
  closed_at: Date | null
}

/** Who sends messages that are kept: the gateway, and a platform that promises to repeat them. */
export const MESSAGE_SOURCES = ['gateway', 'shopify'] as const
export type MessageSource = (typeof MESSAGE_SOURCES)[number]

interface EventsTable {
  seq: Generated<bigint>
  /** First day of the month of receipt: the partition. */
  month: string
  source: MessageSource
  /** For a shop of a platform that no store has yet: the shop's own name, which is no store's id. */
  store_id: string
  message_id: string
  /** What it is about, where the sender says so outside the body. */
  topic: string | null
  /** When it happened, where the sender says so outside the body. */
  happened_at: Date | null
  /** The raw body, byte for byte. */
  body: Buffer
  received_at: Date
  state: Generated<'received' | 'queued' | 'handled'>
  /** What became of it, in a word. */
  outcome: string | null
  handled_at: Date | null
}

interface TimelineTable {
  seq: Generated<bigint>
  at: Date
  order_id: string
  payment_id: string | null
  kind: string
  details: JSONColumnType<Record<string, unknown>>
}

/** Whom a task waits for: nobody but the database, the gateway, or the shop. */
export const TASK_NEEDS = ['ledger', 'gateway', 'shop'] as const
export type TaskNeeds = (typeof TASK_NEEDS)[number]

export const TASK_STATES = ['ready', 'queued', 'running', 'done', 'dead'] as const
export type TaskState = (typeof TASK_STATES)[number]

interface TasksTable {
  id: Generated<bigint>
  kind: string
  needs: Generated<TaskNeeds>
  store_id: string
  order_id: string | null
  /** A second task with the same key is not made. */
  unique_key: string | null
  payload: JSONColumnType<Record<string, unknown>>
  state: Generated<TaskState>
  run_at: Date
  tries: Generated<number>
  /** How often it was handed to the job queue; part of the job's id. */
  handovers: Generated<number>
  handed_at: Date | null
  process_id: number | null
  last_error: string | null
  /** What came of it, in a word, where "done" does not say it. */
  note: string | null
  /** The first task that this one does again, be it dead or, for a message to a shop, done. */
  replay_of: ColumnType<bigint | null, bigint | undefined, never>
  created_at: Date
  ended_at: Date | null
}

/** One try of a task that failed. */
interface TaskFailuresTable {
  task_id: bigint
  /** 1 for the first try. */
  try: number
  at: Date
  remedy: Remedy
  detail: string
}

/** A shop or a gateway account that has failed lately; one that answers has no row. */
interface CircuitsTable {
  name: string
  /** In a row. */
  failures: number
  /** How often in a row it was left alone for a while. */
  openings: number
  /** It is left alone until then. */
  open_until: Date | null
  failing_since: Date
  /** When it failed last. */
  updated_at: Date
  /** For people; no secrets. */
  last_error: string | null
  /** It has failed for so long that a person has to say when it is tried again. */
  paused_at: Date | null
}

/** The key of an announcement whose task was trimmed, as its SHA-256. */
interface SpentTaskKeysTable {
  digest: Buffer
  spent_at: Date
}

export const WEBHOOK_RESULTS = ['accepted', 'repeated', 'bad-signature'] as const
export type CountedWebhookResult = (typeof WEBHOOK_RESULTS)[number]

/** Deliveries of the gateway to a store within an hour. */
interface WebhookCountsTable {
  store_id: string
  hour: Date
  result: CountedWebhookResult
  /** Which secret an accepted one was signed with, or what is wrong with a signature. */
  detail: string
  count: bigint
}

/** The last accepted delivery of a store. */
interface WebhookLatestTable {
  store_id: string
  at: Date
  type: string | null
  by_current_secret_at: Date | null
  by_previous_secret_at: Date | null
}

/** A change of a payment that was found at the gateway before its event had come. */
interface WebhookGapsTable {
  id: Generated<bigint>
  store_id: string
  order_id: string
  payment_id: string
  state: PaymentState
  found_by: 'asking' | 'reconciliation'
  found_at: Date
  event_came_at: Date | null
}

interface SeenCallsTable {
  store_id: string
  nonce: string
  seen_at: Date
}

interface StoreCursorsTable {
  store_id: string
  /** Every change of its orders before this instant has been looked at. */
  changed_until: Date
  /** A walk through its changes that was cut short: what changed since then, and where it goes on. */
  walk_since: Date | null
  walk_position: string | null
}

/** Who is telling a store of an order at this moment. */
interface TellingsTable {
  order_id: string
  process_id: number
  until: Date
}

interface MessageTimesTable {
  order_id: string
  /** The time that the latest message about the order bears. */
  at: Date
}

/** The wish of a store's customer that the card of an order be kept. */
interface CardWishesTable {
  order_id: string
  store_id: string
  /** The store's own id of the customer. */
  external_customer_id: string
  /** A hash of the name under which the gateway lists the customer's cards. */
  identity: string
  /** The cards (`pm_*`) that the gateway had for that name before. */
  known_method_ids: JSONColumnType<string[]>
  wished_at: Date
  /** When it was found out what became of it. */
  settled_at: Date | null
}

interface BegunConnectionsTable {
  /** Of the token that opens the pages of the connection. */
  token_hash: string
  /** The id that the store gets once it is connected. */
  store_id: string
  platform: Platform
  /** How far it has come, in the words of the platform's adapter. */
  step: string
  /** The address that it was begun from. */
  begun_by: string
  details: JSONColumnType<Record<string, unknown>>
  sealed: string
  created_at: Date
  expires_at: Date
}

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

interface SchedulesTable {
  name: string
  next_at: Date
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

/** A buyer's wish to pay, as Shopify sends it to a payments app; one checkout can have several. */
interface ShopifyPaymentSessionsTable {
  shop: string
  /** Shopify's, and opaque. */
  id: string
  seq: Generated<bigint>
  store_id: string
  gid: string
  /** `null`: it is not to be paid, and was rejected as it came. */
  order_id: string | null
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
  /** Where the buyer goes on, as Shopify has said. */
  next_url: string | null
  created_at: Date
  updated_at: Date
}

/** A merchant's wish to give back, as Shopify sends it to a payments app. */
interface ShopifyRefundSessionsTable {
  shop: string
  id: string
  kind: 'refund' | 'void'
  store_id: string
  gid: string
  /** `null`: of a payment that is not known. */
  order_id: string | null
  state: 'open' | 'rejected' | 'resolved'
  created_at: Date
  updated_at: Date
}

/** A refund as it was sent to Shopify, kept before that: after silence the same is sent again. */
interface ShopifyRefundEntriesTable {
  /** Shopify's name of the order. */
  order_gid: string
  /** The void or refund of ours that it stands for. */
  reversal_id: string
  order_id: string
  /** The idempotency key. */
  key: string
  /** JSON, to the letter. */
  input: string
  created_at: Date
}

/** What a platform asked about personal data, once it was carried out or handed on. */
interface PrivacyRequestsTable {
  source: MessageSource
  message_id: string
  store_id: string
  topic: string
  outcome: string
  /** Of how many orders somebody's data were found. */
  orders: number
  received_at: Date
  handled_at: Date
}

interface InstallationTable {
  only_row: Generated<boolean>
  id: string
}

interface TestClockTable {
  only_row: Generated<boolean>
  offset_ms: bigint
}

export interface LedgerTables extends ReconciliationTables {
  stores: StoresTable
  orders: OrdersTable
  payments: PaymentsTable
  refunds: RefundsTable
  refund_events: RefundEventsTable
  problems: ProblemsTable
  events: EventsTable
  timeline: TimelineTable
  tasks: TasksTable
  task_failures: TaskFailuresTable
  circuits: CircuitsTable
  spent_task_keys: SpentTaskKeysTable
  webhook_counts: WebhookCountsTable
  webhook_latest: WebhookLatestTable
  webhook_gaps: WebhookGapsTable
  schedules: SchedulesTable
  seen_calls: SeenCallsTable
  store_cursors: StoreCursorsTable
  tellings: TellingsTable
  message_times: MessageTimesTable
  card_wishes: CardWishesTable
  begun_connections: BegunConnectionsTable
  shopify_sessions: ShopifySessionsTable
  shopify_budgets: ShopifyBudgetsTable
  shopify_payment_sessions: ShopifyPaymentSessionsTable
  shopify_refund_sessions: ShopifyRefundSessionsTable
  shopify_refund_entries: ShopifyRefundEntriesTable
  privacy_requests: PrivacyRequestsTable
  installation: InstallationTable
  test_clock: TestClockTable
}
