import type {
  ChangedOrdersOutcome,
  NotRead,
  OrderAtStore,
  ReadOrdersOutcome,
} from '../../../adapter.ts'
import { failedRead } from '../../delivery-result.ts'
import { limited } from '../../graphql/limits.ts'
import type { ShopifyOrder } from '../../graphql/operations/order-for-payment.ts'
import {
  type ChangedOrder,
  ordersToReconcileQuery,
} from '../../graphql/operations/orders-to-reconcile.ts'
import { isFailing, isUnreadableAnswer } from '../../graphql/outcome.ts'
import { numberOf } from '../ids.ts'
import type { OtherOrder } from '../method-book.ts'
import { readShopifyOrder, type ShopClient } from '../shop.ts'
import {
  type MoneyOfOrder,
  moneyOfOrder,
  shopifyStateOf,
  unreadableOrder,
} from './money-of-order.ts'
import { isPastDeadline, unpaidOrderOf } from './order-to-pay.ts'
import { isOneOf } from './sales-of-order.ts'

interface ReadOn {
  orders: OrderAtStore[]
  unreadable: { id: string; detail: string }[]
  /** Orders, though not all, that Shopify fails to read. */
  failing: { id: string; failure: NotRead }[]
}

const nothingRead = (): ReadOn => ({ orders: [], unreadable: [], failing: [] })

/** Skips an order unknown to Shopify. Returns a failure that ends the whole read. */
const readOn = async (
  shop: ShopClient,
  id: string,
  { orders, unreadable, failing }: ReadOn,
): Promise<NotRead | undefined> => {
  const read = await readShopifyOrder(shop, id)
  if (isUnreadableAnswer(read)) unreadable.push({ id, detail: read.detail })
  else if (isFailing(read)) failing.push({ id, failure: failedRead(read) })
  else if (read.outcome !== 'done') return failedRead(read)
  else if (read.value) {
    const money = moneyOfOrder(read.value, shop.policy)
    if (money) orders.push(orderAtStore(shop, read.value, money))
    else unreadable.push({ id, detail: unreadableOrder(read.value) })
  }
  return undefined
}

/**
 * Fits the deadline: a shop restores one order's points in a second, or four if lists are at their
 * most expensive.
 */
export const ORDERS_AT_A_TIME = 20
const MANY_ORDERS_MS = 90_000
const LONG_WAIT_MS = 20_000

/** Leaves points to notifications. */
const forManyOrders = (shop: ShopClient): ShopClient =>
  limited(shop, {
    endsAt: performance.now() + MANY_ORDERS_MS,
    longestWaitMs: LONG_WAIT_MS,
    leavesSome: true,
  })

/**
 * Reads one by one, as orders share the shop's points. A failing order is unreadable; if all fail,
 * the whole read fails.
 */
export const readShopifyOrders = async (
  shop: ShopClient,
  orderIds: readonly string[],
): Promise<ReadOrdersOutcome> => {
  const patient = orderIds.length > 1 ? forManyOrders(shop) : shop
  const read = nothingRead()
  for (const id of orderIds) {
    const refusal = await readOn(patient, id, read)
    if (refusal) return refusal
  }
  const { orders, unreadable, failing } = read
  const [first] = failing
  if (first && failing.length === orderIds.length) return first.failure
  const failed = failing.map(({ id, failure: { detail } }) => ({ id, detail }))
  return { outcome: 'read', orders, unreadable: [...unreadable, ...failed] }
}

const orderAtStore = (shop: ShopClient, order: ShopifyOrder, money: MoneyOfOrder): OrderAtStore => {
  const derived = shopifyStateOf(order, money)
  const { currency } = money.outstanding
  const isPaid = money.receivedMinor > 0n
  // Paid otherwise or ended unpaid: no amount through Puente.
  const unpaid = derived === 'unpaid' ? money.outstanding : undefined
  return {
    id: numberOf(order.id),
    status: derived === 'paid-otherwise' ? 'cancelled' : derived,
    amount: isPaid ? { minor: money.receivedMinor, currency } : unpaid,
    refunded: isPaid ? { minor: money.refundedMinor, currency } : undefined,
    refunds: money.refunds.map((refund) => ({
      ...refund,
      isRequest: refund.refundId === null,
    })),
    ...(unpaid ? whileUnpaid(shop, order, money) : {}),
  }
}

const whileUnpaid = (
  shop: ShopClient,
  order: ShopifyOrder,
  money: MoneyOfOrder,
): Pick<OrderAtStore, 'isOverdue' | 'toPay'> =>
  isPastDeadline(shop, order) ? { isOverdue: true } : { toPay: unpaidOrderOf(shop, order, money) }

/**
 * Returns the oldest change first. A page ends when points run out; the position after its last
 * order stays valid. A failing order blocks no other.
 */
export const changedShopifyOrders = async (
  shop: ShopClient,
  since: Date,
  position: string | undefined,
): Promise<ChangedOrdersOutcome> => {
  const patient = forManyOrders(shop)
  // Whole seconds, so changes within the first second repeat.
  const q = `updated_at:>='${since.toISOString().slice(0, 19)}Z'`
  const page = await patient.graphql(ordersToReconcileQuery, { q, after: position ?? null })
  if (page.outcome !== 'done') return failedRead(page)
  const { changes, hasNextPage } = page.value
  const isOurs = isOneOf(shop.policy.payment_method)
  const read = nothingRead()
  const changedAt = new Map(
    changes.map(({ order: { id, updatedAt } }) => [numberOf(id), new Date(updatedAt)]),
  )
  const pageOf = ({ orders, unreadable, failing }: ReadOn) => ({
    outcome: 'read' as const,
    orders,
    unreadable,
    failing: failing.map(({ id }) => ({ id, changedAt: changedAt.get(id) ?? since })),
  })
  let until = since
  let at = position
  for (const { cursor, order } of changes) {
    const isOfUs = order.paymentGatewayNames.some(isOurs)
    const refusal = isOfUs ? await readOn(patient, numberOf(order.id), read) : undefined
    if (!isOfUs) await shop.methods.noticeOrder(otherOrderOf(order))
    if (refusal) return { ...pageOf(read), until, position: at, isLast: false, refusal }
    until = later(until, new Date(order.updatedAt))
    at = cursor
  }
  return { ...pageOf(read), until, position: at, isLast: !hasNextPage }
}

const otherOrderOf = (order: ChangedOrder): OtherOrder => ({
  id: numberOf(order.id),
  gatewayNames: order.paymentGatewayNames,
  financialStatus: order.displayFinancialStatus,
  changedAt: new Date(order.updatedAt),
})

const later = (one: Date, other: Date): Date => (one > other ? one : other)
