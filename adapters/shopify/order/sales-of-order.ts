import type { ShopOrder } from '../graphql/operations/order-for-payment.ts'
import type { Transaction } from '../graphql/operations/transaction.ts'
import { type KeptLink, keptLinkOf } from './kept-link.ts'

/** What Shopify calls the gateway of an order that was marked as paid and names none. */
export const MANUAL = 'manual'

const TAKES: ReadonlySet<string> = new Set(['SALE', 'CAPTURE'])

/** Money that went back in a shape that no card gets it in, whatever it was paid with. */
const NEVER_A_CARD: ReadonlySet<string> = new Set([
  'shopify_store_credit',
  'gift_card',
  'exchange_credit',
])

export const isOneOf = (names: readonly string[]) => {
  const wanted = new Set(names.map(plainName))
  return (name: string | null | undefined): boolean => wanted.has(plainName(name ?? ''))
}

/** As names of payment methods are compared. */
export const plainName = (name: string): string => name.trim().toLowerCase()

const isTaken = ({ kind, status }: Transaction): boolean => TAKES.has(kind) && status === 'SUCCESS'

/** The sales and captures that an order has already: what comes about from now on is not among them. */
export const takenOf = ({ transactions }: Pick<ShopOrder, 'transactions'>): string[] =>
  transactions.filter(isTaken).map(({ id }) => id)

/** By the names of its gateway, by the transaction that it belongs to, or because we have made it. */
export const throughUs = (
  order: Pick<ShopOrder, 'transactions' | 'payment'>,
  names: readonly string[],
): Transaction[] => {
  const isMarked = keptLinkOf(order).payment !== undefined
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
 * The sales that a card has paid. An order that we have marked as paid has exactly those that our
 * marking made: a sale that its people add afterwards, or had added before, may bear the same names
 * and be cash. Where nobody has compared yet (we ended right after the marking) it is the oldest of
 * those that came about since. Of an order without our mark they are those that bear our names.
 */
export const salesOf = (
  order: Pick<ShopOrder, 'transactions' | 'payment'>,
  names: readonly string[],
): Transaction[] => {
  const kept = keptLinkOf(order)
  const taken = throughUs(order, names).filter(isTaken)
  if (kept.payment === undefined) return taken
  const ofOurs = order.transactions.filter((one) => isTaken(one) && kept.sales?.includes(one.id))
  return ofOurs.length > 0 ? ofOurs : takenSince(kept, taken).slice(0, 1)
}

/** The sales that our marking has made, as they show right after it. */
export const salesOfMarking = (
  order: Pick<ShopOrder, 'transactions' | 'payment'>,
  names: readonly string[],
): string[] => {
  const taken = throughUs(order, names).filter(isTaken)
  return takenSince(keptLinkOf(order), taken).map(({ id }) => id)
}

/** The oldest first. */
const takenSince = ({ before = [] }: KeptLink, taken: readonly Transaction[]): Transaction[] =>
  taken
    .filter(({ id }) => !before.includes(id))
    .toSorted((one, other) => instantOf(one) - instantOf(other))

const instantOf = ({ createdAt }: Transaction): number => Date.parse(createdAt ?? '') || 0

/**
 * Whether a refund gives a sale back to its card: it is of that sale, and the money went the way of the
 * sale. Shopify lets its people give cash, a gift card or store credit for what a card has paid.
 */
export const givesBack =
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
