import type { AlertChange } from '../../db/alerts.ts'
import { type Changes, noChanges } from '../../db/changes.ts'
import type { DbQuery, OrderRow, PaymentRow, RefundRow, StoreRow } from '../../db/db.ts'
import { lockFreeOrders, lockOrders } from '../../db/orders.ts'
import type { NewTask } from '../../db/outbox.ts'
import { paymentsWithFacts } from '../../db/payments.ts'
import { type RefundEvent, refundEventsOf } from '../../db/refund-events.ts'
import { refundsOfOrders } from '../../db/refunds.ts'
import { storesByIds } from '../../db/stores.ts'
import type { TimelineEntry } from '../../db/timeline.ts'
import {
  changesTerms,
  type OrderChanges,
  type PaymentChanges,
  type RefundChanges,
  writeChanges,
} from '../../db/write-changes.ts'
import type { OrderId, PaymentId, RefundId } from '../../domain/ids.ts'
import { linesOf } from '../alerts/alerts.ts'
import type { PaymentsContext } from '../ports/context.ts'
import type { Notification } from '../ports/notification.ts'
import { isNotified } from '../ports/platform.ts'
import { tasksToNotify } from '../ports/tasks/notify-storefront.ts'
import { wakeFor } from '../ports/wake.ts'

/**
 * An order whose lock is held, with all that is decided about it by: the facts as they are after
 * what was decided so far, and what that changes. Decisions are made in memory; `writeChanges` writes
 * them. Rows are never changed in place, so that whoever keeps one has it as it was.
 */
export interface HeldOrder {
  /** The instant of the decision. */
  readonly now: Date
  /** `undefined`: the store was removed, and its books are kept. */
  readonly store: StoreRow | undefined
  /** Somebody hears of its changes: a shop without an address only asks. */
  readonly isNotified: boolean
  order: OrderRow
  /** All attempts, the first one first. */
  payments: readonly PaymentRow[]
  /** Of all attempts, the first one first. */
  refunds: readonly RefundRow[]
  refundEvents: readonly RefundEvent[]
  readonly changes: Changes
}

type HoldContext = Pick<PaymentsContext, 'clock' | 'platforms'>

/**
 * Decides about one order (design, "facts, decision, changes"): locks it, loads its facts, writes in
 * one statement what the decision changes, and wakes who carries out what follows. `decide` waits for
 * nothing but the same transaction.
 */
export const decideOrder = async <T>(
  ctx: HoldContext & Pick<PaymentsContext, 'db' | 'signals'>,
  orderId: OrderId,
  decide: (held: HeldOrder, trx: DbQuery) => T | Promise<T>,
): Promise<T> => {
  const { decided, tasks } = await ctx.db.query.transaction().execute(async (trx) => {
    const held = await holdOrder(trx, ctx, orderId)
    const decided = await decide(held, trx)
    await writeHeld(trx, held)
    return { decided, tasks: held.changes.tasks }
  })
  wakeFor(ctx, tasks)
  return decided
}

/** Locks an order and loads its facts. Whoever holds it writes its changes. Throws for an unknown one. */
export const holdOrder = async (
  trx: DbQuery,
  context: HoldContext,
  orderId: OrderId,
): Promise<HeldOrder> => {
  const [held] = await withFacts(trx, context, await lockOrders(trx, [orderId]))
  if (!held) throw new Error(`There is no order ${orderId}`)
  return held
}

/**
 * The same of many. Without `waits`, orders that somebody else has locked are left out. The locks are
 * taken in the order of the ids, as everywhere.
 */
export const holdOrders = async (
  trx: DbQuery,
  context: HoldContext,
  { orderIds, waits }: { orderIds: readonly OrderId[]; waits: boolean },
): Promise<Map<OrderId, HeldOrder>> => {
  if (orderIds.length === 0) return new Map()
  const locked = await (waits ? lockOrders : lockFreeOrders)(trx, orderIds)
  const held = await withFacts(trx, context, locked)
  return new Map(held.map((each) => [each.order.id, each]))
}

/** An order that the caller has locked, with its facts; `isNew`: it has none yet. */
export const heldBy = async (
  trx: DbQuery,
  context: HoldContext,
  { order, store, isNew }: { order: OrderRow; store: StoreRow; isNew: boolean },
): Promise<HeldOrder> => {
  const [held] = isNew
    ? [withoutFacts(order, store, context)]
    : await withFacts(trx, context, [order], [store])
  if (!held) throw new Error(`There is no order ${order.id}`)
  return held
}

/** Writes what was decided about an order. */
export const writeHeld = (trx: DbQuery, { changes, now }: HeldOrder): Promise<void> =>
  writeChanges(trx, [changes], now)

const withFacts = async (
  trx: DbQuery,
  context: HoldContext,
  orders: readonly OrderRow[],
  knownStores?: readonly StoreRow[],
): Promise<HeldOrder[]> => {
  if (orders.length === 0) return []
  const stores =
    knownStores ?? (await storesByIds(trx, [...new Set(orders.map(({ store_id }) => store_id))]))
  const payments = await paymentsWithFacts(
    trx,
    orders.map(({ id }) => id),
  )
  const ids = (has: (fact: (typeof payments)[number]) => boolean) => payments.filter(has)
  const refunds = await refundsOfOrders(
    trx,
    ids(({ hasRefunds }) => hasRefunds).map(({ payment }) => ({ id: payment.order_id })),
  )
  const told = ids(({ hasRefundEvents }) => hasRefundEvents).map(({ payment }) => payment.id)
  const refundEvents = told.length > 0 ? await refundEventsOf(trx, told) : []
  const ofOrder = Map.groupBy(payments, ({ payment }) => payment.order_id)
  const storesById = new Map(stores.map((store) => [store.id, store]))
  return orders.map((order) => {
    const attempts = (ofOrder.get(order.id) ?? []).map(({ payment }) => payment)
    return {
      ...withoutFacts(order, storesById.get(order.store_id), context),
      payments: attempts,
      refunds: refunds.get(order.id) ?? [],
      refundEvents: refundEvents.filter((event) =>
        attempts.some(({ id }) => id === event.payment_id),
      ),
    }
  })
}

const withoutFacts = (
  order: OrderRow,
  store: StoreRow | undefined,
  { clock, platforms }: HoldContext,
): HeldOrder => ({
  now: clock.now(),
  store,
  isNotified: store !== undefined && isNotified(platforms, store),
  order,
  payments: [],
  refunds: [],
  refundEvents: [],
  changes: noChanges(),
})

/** An attempt at a held order. Throws where it is none of it. */
export const paymentOf = ({ payments, order }: HeldOrder, id: PaymentId): PaymentRow => {
  const payment = payments.find((each) => each.id === id)
  if (!payment) throw new Error(`Payment ${id} is not of order ${order.id}`)
  return payment
}

export const updateOrder = (held: HeldOrder, changes: OrderChanges): OrderRow => {
  const known = held.changes.orders.get(held.order.id)
  const row = { ...held.order, ...changes }
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
  const row = { ...paymentOf(held, id), ...changes }
  const isNew = held.changes.payments.get(id)?.isNew === true
  held.changes.payments.set(id, { row, isNew })
  held.payments = held.payments.map((each) => (each.id === id ? row : each))
  return row
}

const NEW_PAYMENT = {
  request_number: 0,
  ...{ pending_update: null, previous_payment_id: null, payment_method_id: null, charge_id: null },
  ...{ decline: null, claimed_by: null, claimed_until: null, gateway_payment_id: null },
  ...{ checkout_url: null, transaction_id: null, total_minor: null, service_fee_minor: null },
  ...{ sales_tax_minor: null, tip_minor: null, refunded_minor: 0n, last_asked_at: null },
  ...{ next_ask_at: null, expires_at: null, paid_at: null },
} as const satisfies Partial<PaymentRow>

export type NewPayment = Partial<PaymentRow> &
  Pick<PaymentRow, 'id' | 'mode' | 'state' | 'amount_minor' | 'currency' | 'idempotency_key'> &
  Pick<PaymentRow, 'request'>

/** Adds an attempt, the next one. */
export const addPayment = (held: HeldOrder, payment: NewPayment): PaymentRow => {
  const { id: order_id, store_id } = held.order
  const row: PaymentRow = {
    ...NEW_PAYMENT,
    attempt: held.payments.length + 1,
    created_at: held.now,
    updated_at: held.now,
    ...payment,
    order_id,
    store_id,
  }
  held.changes.payments.set(row.id, { row, isNew: true })
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
  ...{ reason: null, idempotency_key: null, request_hash: null, requested_at: null },
  ...{ needs_attention: null, accepted_at: null, refusal: null, done_at: null },
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

/** Keeps what a refund event told of, once however often the event comes. */
export const addRefundEvent = (held: HeldOrder, event: RefundEvent): void => {
  const isKnown = held.refundEvents.some(
    ({ payment_id, event_id }) => payment_id === event.payment_id && event_id === event.event_id,
  )
  if (isKnown) return
  held.changes.refundEvents.push(event)
  held.refundEvents = [...held.refundEvents, event]
}

/** Adds a line to the order's timeline, at the instant of the decision. */
export const addLine = (
  { changes, order, now }: HeldOrder,
  line: Omit<TimelineEntry, 'at' | 'order_id'>,
): void => {
  changes.timeline.push({ ...line, at: now, order_id: order.id })
}

/** Plans what must follow from the decision. */
export const addTask = ({ changes }: HeldOrder, task: NewTask): void => {
  changes.tasks.push(task)
}

/** Plans to notify the store of changes of the order, as it is by then. */
export const addNotifications = (
  held: HeldOrder,
  notifications: readonly Notification[],
  { runAt = held.now }: { runAt?: Date } = {},
): void => {
  if (!held.isNotified) return
  held.changes.tasks.push(...tasksToNotify(held.order, notifications, { now: held.now, runAt }))
}

/** Opens or closes alerts of the order (`alerts.ts`), with their lines in its timeline. */
export const changeAlerts = (
  { changes, order }: HeldOrder,
  alerts: readonly AlertChange[],
): void => {
  changes.alerts.push(...alerts)
  changes.timeline.push(...linesOf(order.id, alerts))
}
