import type {
  ChangedOrdersOutcome,
  NotRead,
  OrderAtStore,
  ReadOrdersOutcome,
} from '../../../src/payments/storefront.ts'
import { type Money, moneyFromMinor } from '../../../src/platform/money.ts'
import type { ShopOrder } from '../graphql/operations/order-for-payment.ts'
import { ordersToReconcile } from '../graphql/operations/orders-to-reconcile.ts'
import type { GraphqlFailure, GraphqlOutcome } from '../graphql/outcome.ts'
import { notRead } from '../told.ts'
import { numberOf } from './ids.ts'
import { isOneOf, moneyOfOrder } from './money-of-order.ts'
import { readOrder, type Shop } from './shop.ts'
import { requestKeyOf, standingOf } from './standing.ts'
import { isOverdue } from './time-to-pay.ts'
import { unreadableOrder } from './unreadable-order.ts'

/** So many are read at a time: each is one query, and the shop's budget is for all of its calls. */
const AT_ONCE = 4

/** How orders stand in Shopify. */
export const readOrdersAt = async (
  shop: Shop,
  orderIds: readonly string[],
): Promise<ReadOrdersOutcome> => {
  const orders: OrderAtStore[] = []
  const unreadable: { id: string; detail: string }[] = []
  const waiting = [...orderIds]
  let refusal: NotRead | undefined
  const readOn = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined && !refusal; id = waiting.shift()) {
      const read = await readOrder(shop, id)
      if (isUnreadable(read)) unreadable.push({ id, detail: read.detail })
      else if (read.outcome !== 'done') refusal = notRead(read)
      else if (read.value) {
        const said = sayOf(shop, read.value)
        if ('status' in said) orders.push(said)
        else unreadable.push({ id, detail: said.detail })
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, readOn))
  return refusal ?? { outcome: 'read', orders, unreadable }
}

/** It is about this one order, and the others are read on. */
const isUnreadable = (read: GraphqlOutcome<unknown>): read is GraphqlFailure =>
  read.outcome === 'failed' && read.code === 'unreadable-answer'

const sayOf = (shop: Shop, order: ShopOrder): OrderAtStore | NotRead => {
  const money = moneyOfOrder(order, shop.policy)
  if (!money) return unreadableOrder(order)
  const standing = standingOf(order, money)
  const { currency } = money.outstanding
  const ofOrder = (minor: bigint): Money => moneyFromMinor(minor, currency.code)
  const isPaid = money.receivedMinor > 0n
  return {
    id: numberOf(order.id),
    status: standing === 'paid-otherwise' ? 'cancelled' : standing,
    // Of one that was paid in another way, or ended unpaid, nothing of ours can be said.
    amount: isPaid
      ? ofOrder(money.receivedMinor)
      : standing === 'unpaid'
        ? money.outstanding
        : undefined,
    refunded: isPaid ? ofOrder(money.refundedMinor) : undefined,
    refunds: money.refunds.map(({ id, amount, at, reversalId }) => ({
      id,
      amount,
      at,
      requestKey: requestKeyOf(id),
      reversalId,
      isWish: reversalId === null,
    })),
    toPay: standing === 'unpaid' && !isOverdue(shop, order),
    isOverdue: standing === 'unpaid' && isOverdue(shop, order),
  }
}

/**
 * Walks through the orders that changed. Shopify pages by cursors, and whoever asks does by numbers:
 * the cursors of a walk are kept as long as the walk.
 */
export const changedOrdersOf = (shop: Shop) => {
  const cursors = new Map<string, string>()
  return async (since: Date, page: number): Promise<ChangedOrdersOutcome> => {
    // Whole seconds; one more time what changed in the first of them.
    const walk = `${since.toISOString().slice(0, 19)}Z`
    const after = cursors.get(`${walk} ${page}`) ?? null
    if (page > 1 && after === null) {
      return { outcome: 'read', orders: [], until: since, isLast: true }
    }
    const read = await shop.graphql(ordersToReconcile, { q: `updated_at:>='${walk}'`, after })
    if (read.outcome !== 'done') return notRead(read)
    const { orders, hasNextPage, endCursor } = read.value
    if (endCursor) cursors.set(`${walk} ${page + 1}`, endCursor)
    const isOurs = isOneOf(shop.policy.payment_method)
    const ours = orders.filter(({ paymentGatewayNames }) => paymentGatewayNames.some(isOurs))
    const said = await readOrdersAt(
      shop,
      ours.map(({ id }) => numberOf(id)),
    )
    if (said.outcome === 'not-read') return said
    const until = orders.reduce(
      (latest, { updatedAt }) => later(latest, new Date(updatedAt)),
      since,
    )
    return { outcome: 'read', orders: said.orders, until, isLast: !(hasNextPage && endCursor) }
  }
}

const later = (one: Date, other: Date): Date => (one > other ? one : other)
