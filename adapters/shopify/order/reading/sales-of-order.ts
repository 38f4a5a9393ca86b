import type { ShopifyOrder } from '../../graphql/operations/order-for-payment.ts'
import type { Transaction } from '../../graphql/operations/transaction.ts'
import { metafieldOf, type OrderMetafield } from '../payments/order-metafield.ts'

/** Gateway of an order marked as paid without one. */
export const MANUAL = 'manual'

const SALE_KINDS: ReadonlySet<string> = new Set(['SALE', 'CAPTURE'])

/** Refunds through these never reach a card. */
const NEVER_A_CARD: ReadonlySet<string> = new Set([
  'shopify_store_credit',
  'gift_card',
  'exchange_credit',
])

export const isOneOf = (names: readonly string[]) => {
  const accepted = new Set(names.map(plainName))
  return (name: string | null | undefined): boolean => accepted.has(plainName(name ?? ''))
}

export const plainName = (name: string): string => name.trim().toLowerCase()

const isSuccessfulSale = ({ kind, status }: Transaction): boolean =>
  SALE_KINDS.has(kind) && status === 'SUCCESS'

/** Returns sales and captures so far. */
export const idsOfSales = ({ transactions }: ShopifyOrder): string[] =>
  transactions.filter(isSuccessfulSale).map(({ id }) => id)

/** Selects transactions by our method's names, parent, or our marking. */
export const throughUs = (order: ShopifyOrder, names: readonly string[]): Transaction[] => {
  const isMarked = metafieldOf(order).payment !== undefined
  const isName = isOneOf(names)
  const isNamed = ({ gateway, formattedGateway }: Transaction): boolean =>
    isName(formattedGateway) || isName(gateway)
  const named = new Set(order.transactions.filter(isNamed).map(({ id }) => id))
  return order.transactions.filter(
    (one) =>
      isNamed(one) ||
      (one.parentTransaction ? named.has(one.parentTransaction.id) : false) ||
      (isMarked && plainName(one.gateway ?? '') === MANUAL),
  )
}

/**
 * Returns the sales that a card paid. On an order that Puente did not mark, these are all sales
 * under our names. On a marked order, only our marking's sales count, because staff may add cash
 * sales under the same names; if a crash kept Puente from recording them, the oldest new sale
 * counts.
 */
export const salesOf = (order: ShopifyOrder, names: readonly string[]): Transaction[] => {
  const kept = metafieldOf(order)
  const successful = throughUs(order, names).filter(isSuccessfulSale)
  if (kept.payment === undefined) return successful
  const ofOurs = order.transactions.filter(
    (one) => isSuccessfulSale(one) && kept.sales?.includes(one.id),
  )
  return ofOurs.length > 0 ? ofOurs : salesSince(kept, successful).slice(0, 1)
}

/** Returns the sales of our marking, right after it. */
export const salesOfMarking = (order: ShopifyOrder, names: readonly string[]): string[] => {
  const successful = throughUs(order, names).filter(isSuccessfulSale)
  return salesSince(metafieldOf(order), successful).map(({ id }) => id)
}

const salesSince = (
  { before = [] }: OrderMetafield,
  successful: readonly Transaction[],
): Transaction[] =>
  successful
    .filter(({ id }) => !before.includes(id))
    .toSorted((one, other) => instantOf(one) - instantOf(other))

const instantOf = ({ createdAt }: Transaction): number => Date.parse(createdAt ?? '') || 0

/**
 * Returns whether a refund goes to the card, through the sale's gateway. Staff can refund in cash,
 * gift cards or store credit instead.
 */
export const isRefundedToCard =
  (sales: readonly Transaction[], names: readonly string[]) =>
  (refund: Transaction): boolean => {
    const { kind, status, gateway, formattedGateway, parentTransaction } = refund
    if (kind !== 'REFUND' || status !== 'SUCCESS') return false
    const sale = sales.find(({ id }) => id === parentTransaction?.id)
    if (!sale || NEVER_A_CARD.has(plainName(gateway ?? ''))) return false
    const isName = isOneOf(names)
    const isOfSale = plainName(gateway ?? MANUAL) === plainName(sale.gateway ?? MANUAL)
    return isOfSale || isName(gateway) || isName(formattedGateway)
  }
