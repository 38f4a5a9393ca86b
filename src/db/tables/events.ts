import type { Generated } from 'kysely'
import type { PaymentState } from '../../contract/payment-states.ts'
import type { OrderId, PaymentId, StoreId } from '../../domain/ids.ts'

/** `gateway`, or a platform with webhook retries. */
export type MessageSource = string

interface InboxTable {
  seq: Generated<bigint>
  month: string
  source: MessageSource
  /** For messages without a store: the shop's own name, never a store id. */
  store_id: StoreId
  message_id: string
  topic: string | null
  /** Event time, if the sender states it outside the body. */
  happened_at: Date | null
  /** Raw body, byte for byte. */
  body: Buffer
  received_at: Date
}

/** Refusals signed with another secret of this installation, which strangers lack. */
export const RECOGNISED_REFUSALS = ['former-secret', 'other-store'] as const
export type RecognisedRefusal = (typeof RECOGNISED_REFUSALS)[number]

export type CountedWebhookResult =
  | 'accepted'
  | 'repeated'
  | 'bad-signature'
  /** `bad-signature`, but signed with another secret of this installation. */
  | 'recognised'
  /** Valid signature, no readable id. */
  | 'no-event-id'
  /** Accepted, but the header did not name the signed event. */
  | 'id-header'

export interface MessageTables {
  inbox: InboxTable
  inbox_waiting: Pick<InboxTable, 'month' | 'source' | 'store_id'> & {
    seq: bigint
    state: Generated<'received' | 'queued'>
  }
  inbox_outcomes: {
    seq: bigint
    month: string
    outcome: string
    handled_at: Date
  }
  events: InboxTable & {
    state: Generated<'received' | 'queued' | 'handled'>
    outcome: string | null
    handled_at: Date | null
  }
  webhook_counts: {
    store_id: StoreId
    hour: Date
    result: CountedWebhookResult
    /** Which secret signed an accepted delivery, or the fault of a signature or header. */
    detail: string
    count: bigint
  }
  webhook_latest: {
    store_id: StoreId
    at: Date
    type: string | null
    by_current_secret_at: Date | null
    by_previous_secret_at: Date | null
  }
  /** Last refused signature by reason. */
  webhook_refusals: {
    store_id: StoreId
    reason: string
    at: Date
    /**
     * Computed from the header's timestamp, which is unproven if the signature is wrong. Negative: in
     * the future.
     */
    age_seconds: bigint | null
  }
  /** Payment change found before its event arrived. */
  webhook_gaps: {
    id: Generated<bigint>
    store_id: StoreId
    order_id: OrderId
    payment_id: PaymentId
    state: PaymentState
    found_by: 'asking' | 'reconciliation'
    found_at: Date
    event_came_at: Date | null
  }
  notification_leases: {
    order_id: OrderId
    process_id: number
    until: Date
  }
  message_times: {
    order_id: OrderId
    /** Timestamp of the latest notification. */
    at: Date
  }
}
