import type { AlertChange } from '../../db/alerts/alerts.ts'
import type { OrderRow, PaymentRow, RefundRow } from '../../db/db.ts'
import { newSearchTerms } from '../../db/orders/order-search-terms.ts'
import type { TimelineEntry } from '../../db/orders/timeline.ts'
import type { RefundEvent } from '../../db/payments/refund-events.ts'
import type { AlertKind } from '../../db/tables/alerts.ts'
import type { NewTask } from '../../db/tasks/outbox.ts'
import {
  changesTerms,
  type OrderChanges,
  type PaymentChanges,
  type RefundChanges,
} from '../../db/write-changes.ts'
import type { PaymentId, RefundId } from '../../domain/ids.ts'
import { currentTraceparent } from '../../runtime/tracing/current-trace.ts'
import { type AlertAbout, linesOf } from '../alerts/alerts.ts'
import type { Notification } from '../ports/notification.ts'
import { tasksToNotifyEndpoints } from '../ports/tasks/endpoint-tasks.ts'
import { tasksToNotify } from '../ports/tasks/notification-tasks.ts'
import { type HeldOrder, paymentOf } from './held-order.ts'

/*
 * Each change updates the facts in memory, stamped with the time of the decision, for `writeHeld`.
 */

export const updateOrder = (held: HeldOrder, changes: OrderChanges): OrderRow => {
  const known = held.changes.orders.get(held.order.id)
  const row = { ...held.order, updated_at: held.now, ...changes }
  const terms = known?.terms === true || changesTerms(changes)
  held.changes.orders.set(row.id, { row, terms })
  held.order = row
  return row
}

export const updatePayment = (
  held: HeldOrder,
  id: PaymentId,
  changes: PaymentChanges,
): PaymentRow => {
  const before = paymentOf(held, id)
  const row = { ...before, ...changes, updated_at: held.now }
  held.changes.searchTerms.push(...newSearchTerms(before, row))
  const isNew = held.changes.payments.get(id)?.isNew === true
  held.changes.payments.set(id, { row, isNew })
  held.payments = held.payments.map((each) => (each.id === id ? row : each))
  return row
}

const NEW_PAYMENT = {
  request_number: 0,
  pending_update: null,
  previous_payment_id: null,
  payment_method_id: null,
  charge_id: null,
  decline: null,
  decline_count: 0,
  declined_at: null,
  charge_check: null,
  reported_at: null,
  claimed_by: null,
  claimed_until: null,
  gateway_payment_id: null,
  checkout_url: null,
  transaction_id: null,
  total_minor: null,
  service_fee_minor: null,
  sales_tax_minor: null,
  tip_minor: null,
  refunded_minor: 0n,
  last_asked_at: null,
  next_ask_at: null,
  expires_at: null,
  paid_at: null,
} as const satisfies Partial<PaymentRow>

export type NewPayment = Partial<PaymentRow> &
  Pick<PaymentRow, 'id' | 'mode' | 'state' | 'amount_minor' | 'currency' | 'idempotency_key'> &
  Pick<PaymentRow, 'request'>

export const addPayment = (held: HeldOrder, payment: NewPayment): PaymentRow => {
  const { id: order_id, store_id } = held.order
  const row: PaymentRow = {
    ...NEW_PAYMENT,
    attempt: held.payments.length + 1,
    created_at: held.now,
    updated_at: held.now,
    traceparent: currentTraceparent() ?? null,
    ...payment,
    order_id,
    store_id,
  }
  held.changes.payments.set(row.id, { row, isNew: true })
  held.changes.searchTerms.push(...newSearchTerms(undefined, row))
  held.payments = [...held.payments, row]
  return row
}

export const updateRefund = (held: HeldOrder, id: RefundId, changes: RefundChanges): RefundRow => {
  const refund = held.refunds.find((each) => each.id === id)
  if (!refund) throw new Error(`Refund ${id} is not of order ${held.order.id}`)
  const row = { ...refund, ...changes, updated_at: held.now }
  const isNew = held.changes.refunds.get(id)?.isNew === true
  held.changes.refunds.set(id, { row, isNew })
  held.refunds = held.refunds.map((each) => (each.id === id ? row : each))
  return row
}

const NEW_REFUND = {
  reason: null,
  idempotency_key: null,
  request_hash: null,
  requested_at: null,
  needs_attention: null,
  accepted_at: null,
  refusal: null,
  confirmed_at: null,
  approval: null,
  done_at: null,
} as const satisfies Partial<RefundRow>

export type NewRefund = Partial<RefundRow> &
  Pick<RefundRow, 'id' | 'payment_id' | 'origin' | 'kind' | 'amount_minor' | 'currency' | 'state'>

export const addRefund = (held: HeldOrder, refund: NewRefund): RefundRow => {
  const { id: order_id, store_id } = held.order
  const row: RefundRow = {
    ...NEW_REFUND,
    sends: [],
    readings: [],
    created_at: held.now,
    updated_at: held.now,
    ...refund,
    order_id,
    store_id,
  }
  held.changes.refunds.set(row.id, { row, isNew: true })
  held.refunds = [...held.refunds, row]
  return row
}

export const addRefundEvent = (held: HeldOrder, event: RefundEvent): void => {
  const isKnown = held.refundEvents.some(
    ({ payment_id, event_id }) => payment_id === event.payment_id && event_id === event.event_id,
  )
  if (isKnown) return
  held.changes.refundEvents.push(event)
  held.refundEvents = [...held.refundEvents, event]
}

export const addLine = (
  { changes, order, now }: HeldOrder,
  line: Omit<TimelineEntry, 'at' | 'order_id'>,
): void => {
  changes.timeline.push({ ...line, at: now, order_id: order.id })
}

export const addTaskToChanges = ({ changes }: HeldOrder, task: NewTask): void => {
  changes.tasks.push(task)
}

/** Enqueues notifications, which show the order's state at delivery. */
export const addNotifications = (
  held: HeldOrder,
  notifications: readonly Notification[],
  { runAt = held.now }: { runAt?: Date } = {},
): void => {
  if (!held.isNotified) return
  const { order, store, now, changes } = held
  changes.tasks.push(...tasksToNotify(order, notifications, { now, runAt }))
  if (!store?.endpoints) return
  const { endpoints } = store
  changes.tasks.push(...tasksToNotifyEndpoints(order, notifications, { endpoints, now, runAt }))
}

export const aboutHeld = (
  { order, now }: HeldOrder,
  kind: AlertKind,
  subject: string = order.id,
): AlertAbout => ({ kind, storeId: order.store_id, orderId: order.id, subject, now })

export const changeAlerts = ({ changes }: HeldOrder, alerts: readonly AlertChange[]): void => {
  changes.alerts.push(...alerts)
  changes.timeline.push(...linesOf(alerts))
}
