import { type Changes, noChanges } from '../../db/changes.ts'
import type { DbQuery, OrderRow, PaymentRow, RefundRow, StoreRow } from '../../db/db.ts'
import { lockFreeOrders, lockOrders } from '../../db/orders.ts'
import { paymentsWithFacts } from '../../db/payments.ts'
import { type RefundEvent, refundEventsOf } from '../../db/refund-events.ts'
import { refundsOfOrders } from '../../db/refunds.ts'
import { storesByIds } from '../../db/stores.ts'
import { writeChanges } from '../../db/write-changes.ts'
import type { OrderId, PaymentId } from '../../domain/ids.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { isNotified } from '../ports/platform.ts'
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
  const { decided, tasks } = await ctx.db.hot.query.transaction().execute(async (trx) => {
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
