import type { OrderAtStore } from '../../../adapter.ts'
import { presentmentOf } from '../../graphql/operations/money-bag.ts'
import type { ShopifyOrder } from '../../graphql/operations/order-for-payment.ts'
import type { ShopRefund } from '../../graphql/operations/refund.ts'
import type { Transaction } from '../../graphql/operations/transaction.ts'
import type { ShopifyPolicy } from '../../policy.ts'
import { numberOf } from '../ids.ts'
import { metafieldOf } from '../payments/order-metafield.ts'
import { isOneOf, isRefundedToCard, MANUAL, salesOf, throughUs } from './sales-of-order.ts'

/** A charge through Puente. */
export type Sale = NonNullable<ReturnType<typeof saleOf>>

/** A refund; its amount is what went to the card. */
export type RefundOfOrder = NonNullable<ReturnType<typeof refundOf>>

/** Money through our payment method, in presentment currency. */
export type MoneyOfOrder = NonNullable<ReturnType<typeof moneyOfOrder>>

/** Returns `undefined` if an amount is invalid. */
export const moneyOfOrder = (order: ShopifyOrder, { payment_method: names }: ShopifyPolicy) => {
  const outstanding = presentmentOf(order.totalOutstandingSet)
  const isMarked = metafieldOf(order).payment !== undefined
  const ours = throughUs(order, names)
  const successfulSales = salesOf(order, names)
  const sales = successfulSales.map((sale) => saleOf(sale, order)).filter((sale) => sale !== null)
  const isRefunded = isRefundedToCard(successfulSales, names)
  const refunds = order.refunds
    .map((refund) => refundOf(refund, { order, isRefunded }))
    .filter((refund) => refund !== null)
  const isWhole = sales.length === successfulSales.length && refunds.length === order.refunds.length
  if (!outstanding || !isWhole) return undefined
  return {
    sales,
    refunds,
    isOurs: order.paymentGatewayNames.some(isOneOf(names)) || ours.length > 0,
    /** Puente marked it as paid, or was about to. */
    isMarked,
    outstanding,
    receivedMinor: sum(sales.map(({ amount }) => amount.minor)),
    refundedMinor: sum(refunds.map(({ amount }) => amount.minor)),
    /** Pending manual payment that Shopify lets us capture. */
    capturable: ours.find((one) => one.status === 'PENDING' && one.manuallyCapturable),
  }
}

const saleOf = (sale: Transaction, { transactions }: ShopifyOrder) => {
  const amount = presentmentOf(sale.amountSet)
  if (!amount) return null
  const given = transactions
    .filter(
      ({ kind, status, parentTransaction }) =>
        kind === 'REFUND' && status === 'SUCCESS' && parentTransaction?.id === sale.id,
    )
    .map(({ amountSet }) => presentmentOf(amountSet)?.minor ?? 0n)
  const { id, gateway } = sale
  return {
    id,
    gateway: gateway ?? MANUAL,
    amount,
    /** Refundable rest. */
    restMinor: amount.minor - sum(given),
  }
}

/**
 * Sums the transactions to the card: line items omit tax, and the total may include cash or a gift
 * card.
 */
const refundOf = (
  { id, createdAt, note, transactions }: ShopRefund,
  { order, isRefunded }: { order: ShopifyOrder; isRefunded: (one: Transaction) => boolean },
) => {
  const amounts = transactions.filter(isRefunded).map(({ amountSet }) => presentmentOf(amountSet))
  const currency = presentmentOf(order.totalOutstandingSet)?.currency
  if (!currency || amounts.includes(undefined)) return null
  const number = numberOf(id)
  return {
    id: number,
    amount: { minor: sum(amounts.map((amount) => amount?.minor ?? 0n)), currency },
    at: new Date(createdAt ?? order.updatedAt),
    /** Idempotency key, if staff entered it. */
    requestKey: requestKeyOfShopifyRefund(number),
    /** Our void or refund. */
    refundId: refundIdIn(note ?? ''),
  }
}

/** Returns the idempotency key of a refund that staff entered. */
export const requestKeyOfShopifyRefund = (refundId: string): string => `shopify-refund-${refundId}`

/** Appends our refund's id. */
export const refundNote = (text: string, refundId: string): string => `${text} [${refundId}]`

const refundIdIn = (note: string): string | null => /\[(ref_\w+)\]\s*$/.exec(note)?.[1] ?? null

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n)

/** `paid-otherwise`: paid in cash or by another method, or nothing is due. */
type ShopifyOrderState = OrderAtStore['status'] | 'paid-otherwise'

export const shopifyStateOf = (
  { cancelledAt }: ShopifyOrder,
  { isOurs, receivedMinor, refundedMinor, outstanding }: MoneyOfOrder,
): ShopifyOrderState => {
  if (cancelledAt) return 'cancelled'
  if (receivedMinor > 0n) {
    if (refundedMinor <= 0n) return 'paid'
    return refundedMinor < receivedMinor ? 'partially_refunded' : 'refunded'
  }
  return isOurs && outstanding.minor > 0n ? 'unpaid' : 'paid-otherwise'
}

export const unreadableOrder = ({ id, totalOutstandingSet }: ShopifyOrder): string => {
  const { amount, currencyCode } = totalOutstandingSet.presentmentMoney
  return `An amount of order ${numberOf(id)} is none of its currency (${amount} ${currencyCode})`
}
