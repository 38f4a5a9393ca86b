import type { PaymentState } from '../../contract/payment-states.ts'
import type { OrderId, PaymentId, RefundId } from '../../domain/ids.ts'
import type { AlertChange } from '../alerts/alerts.ts'
import type { OrderRow, PaymentRow, RefundRow } from '../db.ts'
import type { HandledMessage } from '../events/inbox.ts'
import type { NewGap } from '../events/webhook-gaps.ts'
import type { OrderSearchTerm } from '../orders/order-search-terms.ts'
import type { TimelineEntry } from '../orders/timeline.ts'
import type { NewDecline } from '../payments/declines.ts'
import type { KnownCard } from '../payments/known-cards.ts'
import type { NewRequestDetails } from '../payments/payment-requests.ts'
import type { RefundEvent } from '../payments/refund-events.ts'
import type { NewTask } from '../tasks/outbox.ts'

/** Changes of a decision, written together by `writeChanges`. */
export type Changes = ReturnType<typeof noChanges>

export const noChanges = () => ({
  /** `terms`: writes the store's columns too. */
  orders: new Map<OrderId, { row: OrderRow; terms: boolean }>(),
  payments: new Map<PaymentId, { row: PaymentRow; isNew: boolean }>(),
  refunds: new Map<RefundId, { row: RefundRow; isNew: boolean }>(),
  refundEvents: [] as RefundEvent[],
  /** By payment and occasion. */
  declines: new Map<string, NewDecline>(),
  /** By store and card. */
  cards: new Map<string, KnownCard>(),
  searchTerms: [] as OrderSearchTerm[],
  /** Of new orders that a person requests. */
  requestDetails: [] as NewRequestDetails[],
  /** In order. An entry with `of` needs that change to have opened or closed an alert. */
  timeline: [] as (TimelineEntry & { of?: AlertChange })[],
  alerts: [] as AlertChange[],
  tasks: [] as NewTask[],
  /** Payment changes found before their event, and late events for those. */
  gaps: [] as NewGap[],
  closedGaps: [] as { payment_id: PaymentId; state: PaymentState }[],
  handled: [] as HandledMessage[],
})
