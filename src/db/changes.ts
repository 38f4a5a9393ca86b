import type { PaymentState } from '../contract/payment-states.ts'
import type { OrderId, PaymentId, RefundId } from '../domain/ids.ts'
import type { AlertChange } from './alerts.ts'
import type { OrderRow, PaymentRow, RefundRow } from './db.ts'
import type { HandledMessage } from './inbox.ts'
import type { OrderSearchTerm } from './order-search-terms.ts'
import type { NewTask } from './outbox.ts'
import type { RefundEvent } from './refund-events.ts'
import type { TimelineEntry } from './timeline.ts'
import type { NewGap } from './webhook-gaps.ts'

/** What a decision changes: collected in memory, written in one go by `writeChanges`. */
export type Changes = ReturnType<typeof noChanges>

export const noChanges = () => ({
  /** Orders that stand otherwise, as they are now; `terms`: also what their store says of them. */
  orders: new Map<OrderId, { row: OrderRow; terms: boolean }>(),
  payments: new Map<PaymentId, { row: PaymentRow; isNew: boolean }>(),
  refunds: new Map<RefundId, { row: RefundRow; isNew: boolean }>(),
  refundEvents: [] as RefundEvent[],
  /** What the gateway calls charges that were not known by that before. */
  searchTerms: [] as OrderSearchTerm[],
  /** In order; a line of an alert is written only where the alert was opened, or closed, by it. */
  timeline: [] as (TimelineEntry & { of?: AlertChange })[],
  alerts: [] as AlertChange[],
  tasks: [] as NewTask[],
  /** Changes of payments that were found before their events have come, and events of such that came. */
  gaps: [] as NewGap[],
  closedGaps: [] as { payment_id: PaymentId; state: PaymentState }[],
  /** What became of messages of the inbox. */
  handled: [] as HandledMessage[],
})
