import type { Generated } from 'kysely'
import type { PaymentState } from '../../contract/payment-states.ts'
import type { OrderId, PaymentId, StoreId } from '../../domain/ids.ts'

/** Who sends messages that are kept: `gateway`, or a platform that promises to repeat them. */
export type MessageSource = string

interface InboxTable {
  seq: Generated<bigint>
  /** First day of the month of receipt: the partition. */
  month: string
  source: MessageSource
  /** For a shop of a platform that no store has yet: the shop's own name, which is no store's id. */
  store_id: StoreId
  message_id: string
  /** What it is about, where the sender says so outside the body. */
  topic: string | null
  /** When it happened, where the sender says so outside the body. */
  happened_at: Date | null
  /** The raw body, byte for byte. */
  body: Buffer
  received_at: Date
}

interface InboxWaitingTable extends Pick<InboxTable, 'month' | 'source' | 'store_id'> {
  seq: bigint
  state: Generated<'received' | 'queued'>
}

interface InboxOutcomesTable {
  seq: bigint
  month: string
  /** What became of it, in a word. */
  outcome: string
  handled_at: Date
}

/** A view: it is read only. */
interface EventsView extends InboxTable {
  state: Generated<'received' | 'queued' | 'handled'>
  outcome: string | null
  handled_at: Date | null
}

/** Reasons of a refusal whose signature another secret of this installation made: no stranger can. */
export const RECOGNISED_REFUSALS = ['former-secret', 'other-store'] as const
export type RecognisedRefusal = (typeof RECOGNISED_REFUSALS)[number]

export type CountedWebhookResult =
  | 'accepted'
  | 'repeated'
  | 'bad-signature'
  /** Deliveries counted as `bad-signature` that another secret of this installation signed. */
  | 'recognised'
  /** Rightly signed, without an id that can be read. */
  | 'no-event-id'
  /** Of those accepted: their header did not name the event of the signed body. */
  | 'id-header'

/** Deliveries of the gateway to a store within an hour. */
interface WebhookCountsTable {
  store_id: StoreId
  hour: Date
  result: CountedWebhookResult
  /** Which secret an accepted one was signed with, or what is wrong with a signature or a header. */
  detail: string
  count: bigint
}

/** The last accepted delivery of a store. */
interface WebhookLatestTable {
  store_id: StoreId
  at: Date
  type: string | null
  by_current_secret_at: Date | null
  by_previous_secret_at: Date | null
}

/** The last delivery of a store that was refused for its signature, by what was wrong with it. */
interface WebhookRefusalsTable {
  store_id: StoreId
  reason: string
  at: Date
  /** By the time in the header, which is signed unless the signature is wrong; negative: from the future. */
  age_seconds: bigint | null
}

/** A change of a payment that was found at the gateway before its event had come. */
interface WebhookGapsTable {
  id: Generated<bigint>
  store_id: StoreId
  order_id: OrderId
  payment_id: PaymentId
  state: PaymentState
  found_by: 'asking' | 'reconciliation'
  found_at: Date
  event_came_at: Date | null
}

/** Who is notifying a store of an order at this moment. */
interface NotificationLeasesTable {
  order_id: OrderId
  process_id: number
  until: Date
}

interface MessageTimesTable {
  order_id: OrderId
  /** The time that the latest message about the order bears. */
  at: Date
}

export interface MessageTables {
  inbox: InboxTable
  inbox_waiting: InboxWaitingTable
  inbox_outcomes: InboxOutcomesTable
  events: EventsView
  webhook_counts: WebhookCountsTable
  webhook_latest: WebhookLatestTable
  webhook_refusals: WebhookRefusalsTable
  webhook_gaps: WebhookGapsTable
  notification_leases: NotificationLeasesTable
  message_times: MessageTimesTable
}
