import type { Money } from '../../../../src/domain/money.ts'
import type { ShopifyOrder } from '../../graphql/operations/order-for-payment.ts'
import type { ShopRefund } from '../../graphql/operations/refund.ts'
import type { Transaction } from '../../graphql/operations/transaction.ts'
import type { ShopifyPolicy } from '../../policy.ts'
import { numberOf } from '../ids.ts'
import { metafieldOf } from '../payments/order-metafield.ts'
import { presentmentOf } from '../presentment.ts'
import { isOneOf, isRefundedToCard, MANUAL, salesOf, throughUs } from './sales-of-order.ts'

/** A charge through Puente. */
export interface Sale {
  id: string
  gateway: string
  amount: Money
  /** Refundable rest. */
  restMinor: bigint
}

/** A refund; its amount is what went to the card. */
export interface RefundOfOrder {
  id: string
  amount: Money
  at: Date
  /** Our void or refund. */
  refundId: string | null
}

/** Money through our payment method, in presentment currency. */
export interface MoneyOfOrder {
  isOurs: boolean
  /** Puente marked it as paid, or was about to. */
  isMarked: boolean
  outstanding: Money
  receivedMinor: bigint
  refundedMinor: bigint
  sales: Sale[]
  refunds: RefundOfOrder[]
  /** Pending manual payment that Shopify lets us capture. */
  capturable: Transaction | undefined
}

/** Returns `undefined` if an amount is invalid. */
export const moneyOfOrder = (
  order: ShopifyOrder,
  { payment_method: names }: Pick<ShopifyPolicy, 'payment_method'>,
): MoneyOfOrder | undefined => {
  const outstanding = presentmentOf(order.totalOutstandingSet)
  const isMarked = metafieldOf(order).payment !== undefined
  const ours = throughUs(order, names)
  const successfulSales = salesOf(order, names)
  const sales = successfulSales.map((sale) => saleOf(sale, order))
  const isRefunded = isRefundedToCard(successfulSales, names)
  const refunds = order.refunds.map((refund) => refundOf(refund, { order, isRefunded }))
  if (!outstanding || sales.includes(undefined) || refunds.includes(undefined)) return undefined
  const known = { sales: sales.filter(isThere), refunds: refunds.filter(isThere) }
  return {
    ...known,
    isOurs: order.paymentGatewayNames.some(isOneOf(names)) || ours.length > 0,
    isMarked,
    outstanding,
    receivedMinor: sum(known.sales.map(({ amount }) => amount.minor)),
    refundedMinor: sum(known.refunds.map(({ amount }) => amount.minor)),
    capturable: ours.find((one) => one.status === 'PENDING' && one.manuallyCapturable),
  }
}

const saleOf = (sale: Transaction, { transactions }: ShopifyOrder): Sale | undefined => {
  const amount = presentmentOf(sale.amountSet)
  if (!amount) return undefined
  const given = transactions
    .filter(
      ({ kind, status, parentTransaction }) =>
        kind === 'REFUND' && status === 'SUCCESS' && parentTransaction?.id === sale.id,
    )
    .map(({ amountSet }) => presentmentOf(amountSet)?.minor ?? 0n)
  const { id, gateway } = sale
  return { id, gateway: gateway ?? MANUAL, amount, restMinor: amount.minor - sum(given) }
}

/**
 * Sums the transactions to the card: line items omit tax, and the total may include cash or a gift
 * card.
 */
const refundOf = (
  { id, createdAt, note, transactions }: ShopRefund,
  { order, isRefunded }: { order: ShopifyOrder; isRefunded: (one: Transaction) => boolean },
): RefundOfOrder | undefined => {
  const amounts = transactions.filter(isRefunded).map(({ amountSet }) => presentmentOf(amountSet))
  const currency = presentmentOf(order.totalOutstandingSet)?.currency
  if (!currency || amounts.includes(undefined)) return undefined
  return {
    id: numberOf(id),
    amount: { minor: sum(amounts.map((amount) => amount?.minor ?? 0n)), currency },
    at: new Date(createdAt ?? order.updatedAt),
    refundId: refundIdIn(note ?? ''),
  }
}

/** Appends our refund's id. */
export const refundNote = (text: string, refundId: string): string => `${text} [${refundId}]`

const refundIdIn = (note: string): string | null => /\[(ref_\w+)\]\s*$/.exec(note)?.[1] ?? null

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n)

const isThere = <T>(value: T | undefined): value is T => value !== undefined
