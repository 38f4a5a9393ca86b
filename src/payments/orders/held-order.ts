import type { CompiledQuery } from 'kysely'
import type { DbQuery, OrderRow, PaymentRow, RefundRow, StoreRow } from '../../db/db.ts'
import { type Changes, noChanges } from '../../db/installation/changes.ts'
import { lockingOrders } from '../../db/orders/orders.ts'
import { declinesOfPayments, type NewDecline } from '../../db/payments/declines.ts'
import { readingPaymentsWithFacts } from '../../db/payments/payments.ts'
import { type RefundEvent, refundEventsOf } from '../../db/payments/refund-events.ts'
import { refundsOfOrders } from '../../db/payments/refunds.ts'
import { readingStores, storesOfOrders } from '../../db/stores/stores.ts'
import { writeChanges } from '../../db/write-changes.ts'
import type { OrderId, PaymentId, StoreId } from '../../domain/ids.ts'
import { type AnyOf, anyOf } from '../../runtime/postgres/database.ts'
import { executeTogether } from '../../runtime/postgres/statements/joined-statements.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { isNotified } from '../ports/platform.ts'
import { signalDueTasks } from '../ports/wake.ts'

/**
 * Locked order with its facts and changes so far. Decisions happen in memory; `writeChanges`
 * commits them. Rows are immutable: a kept row shows the state before.
 */
export interface HeldOrder {
  readonly now: Date
  /** `undefined`: a removed store; its books remain. */
  readonly store: StoreRow | undefined
  readonly isNew: boolean
  /** False for a store without a notification endpoint: it polls. */
  readonly isNotified: boolean
  /** Whether Puente has a mail server. */
  readonly hasMailServer: boolean
  order: OrderRow
  /** Oldest first. */
  payments: readonly PaymentRow[]
  /** Oldest first, of all attempts. */
  refunds: readonly RefundRow[]
  refundEvents: readonly RefundEvent[]
  declines: readonly NewDecline[]
  readonly changes: Changes
}

type HoldContext = Pick<PaymentsContext, 'clock' | 'platforms'> & {
  mail: Pick<PaymentsContext['mail'], 'mailServer'>
}

/**
 * Decides about one order (ADR 11, "facts, decision, changes"): locks it, loads its facts, writes
 * the changes in one statement and wakes the workers. `hold`: its id, or a callback that imports
 * and locks it. `decide` may await only this transaction.
 */
export const decideOrder = async <T>(
  ctx: HoldContext & Pick<PaymentsContext, 'db' | 'signals'>,
  hold: OrderId | ((trx: DbQuery) => Promise<HeldOrder>),
  decide: (held: HeldOrder, trx: DbQuery) => T | Promise<T>,
): Promise<T> => {
  const { decided, tasks } = await ctx.db.hot.query.transaction().execute(async (trx) => {
    const held = await (typeof hold === 'string' ? holdOrder(trx, ctx, hold) : hold(trx))
    const decided = await decide(held, trx)
    await writeHeld(trx, held, { commits: true })
    return { decided, tasks: held.changes.tasks }
  })
  signalDueTasks(ctx, tasks)
  return decided
}

/** Locks an order and loads its facts; the caller writes the changes. Throws if unknown. */
export const holdOrder = async (
  trx: DbQuery,
  ctx: HoldContext,
  orderId: OrderId,
): Promise<HeldOrder> => {
  const { held } = await holdOrders(trx, ctx, holdById([orderId], { waits: true }))
  const [order] = held
  if (!order) throw new Error(`There is no order ${orderId}`)
  return order
}

interface ToHold {
  orderIds: AnyOf<OrderId>
  storeIds: AnyOf<StoreId>
  waits: boolean
}

export const holdById = (ids: readonly OrderId[], { waits }: { waits: boolean }): ToHold => ({
  orderIds: anyOf(ids),
  storeIds: storesOfOrders(anyOf(ids)),
  waits,
})

/**
 * Locks in id order, as everywhere. Without `waits`, skips orders locked elsewhere. Also returns
 * the payments of all these orders, skipped ones included; only those of held orders are current.
 */
export const holdOrders = async (
  trx: DbQuery,
  ctx: HoldContext,
  { orderIds, storeIds, waits }: ToHold,
): Promise<{ held: HeldOrder[]; payments: PaymentRow[] }> => {
  const [orders, stores, payments] = await executeTogether(trx, [
    lockingOrders(trx, orderIds, { waits }),
    readingStores(trx, storeIds),
    readingPaymentsWithFacts(trx, orderIds),
  ])
  const storesById = new Map(stores.map((store) => [store.id, store]))
  const held = orders.map((order) =>
    withoutFacts(ctx, { order, store: storesById.get(order.store_id), isNew: false }),
  )
  await addFacts(trx, held, payments)
  return { held, payments }
}

export const heldBy = async (
  trx: DbQuery,
  ctx: HoldContext,
  locked: Pick<HeldOrder, 'order' | 'store' | 'isNew'>,
): Promise<HeldOrder> => {
  const held = withoutFacts(ctx, locked)
  if (held.isNew) return held
  const reading = readingPaymentsWithFacts(trx, anyOf([held.order.id]))
  await addFacts(trx, [held], (await trx.executeQuery(reading)).rows)
  return held
}

/** Holds an order that only this request knows. */
export const holdNew = (
  ctx: HoldContext,
  { order, store }: Pick<HeldOrder, 'order' | 'store'>,
): HeldOrder => withoutFacts(ctx, { order, store, isNew: true })

/** `commits`: ends the transaction in the same round trip. */
export const writeHeld = (
  trx: DbQuery,
  { changes, now }: HeldOrder,
  { commits = false } = {},
): Promise<void> => writeChanges(trx, [changes], { now, commits })

const withoutFacts = (
  { clock, platforms, mail }: HoldContext,
  locked: Pick<HeldOrder, 'order' | 'store' | 'isNew'>,
): HeldOrder => ({
  ...locked,
  now: clock.now(),
  isNotified: locked.store !== undefined && isNotified(platforms, locked.store),
  hasMailServer: mail.mailServer !== undefined,
  payments: [],
  refunds: [],
  refundEvents: [],
  declines: [],
  changes: noChanges(),
})

type PaymentsWithFacts =
  ReturnType<typeof readingPaymentsWithFacts> extends CompiledQuery<infer Row> ? Row[] : never

const addFacts = async (
  trx: DbQuery,
  held: readonly HeldOrder[],
  read: PaymentsWithFacts,
): Promise<void> => {
  const ids = new Set(held.map(({ order }) => order.id))
  const payments = read.filter(({ order_id }) => ids.has(order_id))
  const withRefunds = payments.filter(({ hasRefunds }) => hasRefunds)
  const refunds = await refundsOfOrders(trx, [
    ...new Set(withRefunds.map(({ order_id }) => order_id)),
  ])
  const withEvents = payments.filter(({ hasRefundEvents }) => hasRefundEvents)
  const refundEvents = await refundEventsOf(
    trx,
    withEvents.map(({ id }) => id),
  )
  const withDeclines = payments.filter(({ decline_count }) => decline_count > 0)
  const declines = await declinesOfPayments(
    trx,
    withDeclines.map(({ id }) => id),
  )
  const ofOrder = Map.groupBy(payments, ({ order_id }) => order_id)
  for (const each of held) {
    const attempts = ofOrder.get(each.order.id) ?? []
    each.payments = attempts
    each.refunds = refunds.get(each.order.id) ?? []
    each.refundEvents = refundEvents.filter(({ payment_id }) =>
      attempts.some(({ id }) => id === payment_id),
    )
    each.declines = declines.filter(({ order_id }) => order_id === each.order.id)
  }
}

/** Throws if the payment belongs to another order. */
export const paymentOf = ({ payments, order }: HeldOrder, id: PaymentId): PaymentRow => {
  const payment = payments.find((each) => each.id === id)
  if (!payment) throw new Error(`Payment ${id} is not of order ${order.id}`)
  return payment
}
