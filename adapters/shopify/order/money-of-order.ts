import type { Money } from '../../../src/domain/money.ts'
import type { ShopOrder } from '../graphql/operations/order-for-payment.ts'
import type { ShopRefund } from '../graphql/operations/refund.ts'
import type { Transaction } from '../graphql/operations/transaction.ts'
import type { ShopifyPolicy } from '../policy.ts'
import { numberOf } from './ids.ts'
import { keptLinkOf } from './kept-link.ts'
import { presentmentOf } from './presentment.ts'
import { givesBack, isOneOf, MANUAL, salesOf, throughUs } from './sales-of-order.ts'

/** A charge that was taken through us, as Shopify has it. */
export interface Sale {
  id: string
  gateway: string
  amount: Money
  /** What is left of it after its refunds; minor units. */
  restMinor: bigint
}

/** What went back to the card: what was entered in Shopify, or what we made there; else an amount of 0. */
export interface RefundOfOrder {
  id: string
  amount: Money
  at: Date
  /** The void or refund of ours that it stands for. */
  refundId: string | null
}

/** An order's money in presentment currency, as far as it went through our payment method. */
export interface MoneyOfOrder {
  /** The buyer chose our payment method. */
  isOurs: boolean
  /** We have marked it as paid, or were about to. */
  isMarked: boolean
  outstanding: Money
  receivedMinor: bigint
  refundedMinor: bigint
  sales: Sale[]
  refunds: RefundOfOrder[]
  /** A manual payment that waits, where Shopify lets it be captured. */
  capturable: Transaction | undefined
}

/** `undefined`: an amount makes no sense. */
export const moneyOfOrder = (
  order: ShopOrder,
  { payment_method: names }: Pick<ShopifyPolicy, 'payment_method'>,
): MoneyOfOrder | undefined => {
  const outstanding = presentmentOf(order.totalOutstandingSet)
  const isMarked = keptLinkOf(order).payment !== undefined
  const ours = throughUs(order, names)
  const taken = salesOf(order, names)
  const sales = taken.map((sale) => saleOf(sale, order))
  const isRefunded = givesBack(taken, names)
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

const saleOf = (sale: Transaction, { transactions }: ShopOrder): Sale | undefined => {
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
 * Tax is missing in the line items of a refund, and its own sum may hold cash or a gift card's part: it
 * is summed by its transactions, those that went back to the card.
 */
const refundOf = (
  { id, createdAt, note, transactions }: ShopRefund,
  { order, isRefunded }: { order: ShopOrder; isRefunded: (one: Transaction) => boolean },
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

/** A refund that we make says in its note which one of ours it is: it is written with the refund. */
export const refundNote = (text: string, refundId: string): string => `${text} [${refundId}]`

const refundIdIn = (note: string): string | null => /\[(ref_\w+)\]\s*$/.exec(note)?.[1] ?? null

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n)

const isThere = <T>(value: T | undefined): value is T => value !== undefined
