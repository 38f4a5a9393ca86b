import { formatMoney, type Money, moneyFromMinor } from '../../../src/domain/money.ts'
import type { OrderMessage, TellOutcome } from '../../adapter.ts'
import type { ShopOrder } from '../graphql/operations/order-for-payment.ts'
import { type NotTold, notTold, notYet, refusedFor } from '../told.ts'
import { numberOf } from './ids.ts'
import { isMarkedFor, keptLinkOf } from './kept-link.ts'
import { type MoneyOfOrder, moneyOfOrder } from './money-of-order.ts'
import { addNotes, noteAbout } from './notes.ts'
import { derivedOf } from './order-state.ts'
import { keepAtOrder } from './pay-link.ts'
import { salesOfMarking, takenOf } from './sales-of-order.ts'
import { readOrder, type Shop } from './shop.ts'
import { takePayment } from './take-payment.ts'
import { TEXTS } from './texts.ts'
import { unreadableOrder } from './unreadable-order.ts'

export interface Seen {
  order: ShopOrder
  money: MoneyOfOrder
}

/** Shopify does not distinguish the two causes. */
export const NO_SUCH_ORDER =
  'The order was deleted in Shopify, or is older than what the app may read (60 days without read_all_orders)'

export type Marked = ({ outcome: 'paid' } & Seen) | Exclude<TellOutcome, { outcome: 'told' }>

/**
 * Brings an order to paid from any state, then re-reads it. Marking is not idempotent: Puente first
 * stores its payment on the order, to distinguish its own marking from a manual one.
 */
export const bringToPaid = async (
  shop: Shop,
  seen: Seen,
  message: OrderMessage,
): Promise<Marked> => {
  const { order, money } = seen
  switch (derivedOf(order, money)) {
    case 'cancelled':
      // Paid before its cancellation, hence not late.
      return isMarkedFor(order, message.order) && money.receivedMinor > 0n
        ? { outcome: 'paid', ...seen }
        : { outcome: 'cancelled-at-store' }
    case 'paid':
    case 'partially_refunded':
    case 'refunded':
      return isMarkedFor(order, message.order) ? remembered(shop, seen) : paidBefore(seen)
    case 'paid-otherwise':
      return refusedFor('Nothing of the order is outstanding in Shopify: it was paid otherwise')
    case 'unpaid':
      return pay(shop, seen, message)
  }
}

/**
 * Refuses a paid order. Without our mark, the payer is unknown: apps cannot see each other's marks.
 * With it, another payment of ours paid: the buyer may have paid twice.
 */
const paidBefore = ({ money: { isMarked } }: Seen): NotTold =>
  refusedFor(
    isMarked
      ? 'The order was paid in Shopify by another payment of Puente: its buyer may have paid twice'
      : 'The order is paid in Shopify without a mark of this app: by hand, or under the app before',
  )

const pay = async (shop: Shop, { order, money }: Seen, message: OrderMessage): Promise<Marked> => {
  const charged = moneyFromMinor(message.order.amount_minor, message.order.currency)
  const { outstanding } = money
  if (outstanding.minor !== charged.minor || outstanding.currency.code !== charged.currency.code) {
    return amountChanged(shop, order, { charged, outstanding, message })
  }
  const paymentId = message.order.current_payment_id ?? message.order.id
  const notKept = await keepAtOrder(shop, order, {
    payment: paymentId,
    order: message.order.id,
    before: takenOf(order),
    sales: undefined,
  })
  if (notKept) return notKept
  const paidAt = message.payment?.paid_at ?? message.at
  const refusal = await takePayment(shop, { order, money, charged, paidAt })
  if (refusal?.retry === 'retry') return refusal
  const receivedMinor = money.receivedMinor + charged.minor
  return verify(shop, { order, refusal, message, expected: { ...charged, minor: receivedMinor } })
}

/**
 * Re-reads the order for the outcome. `expected`: the card money it should show; a concurrent edit
 * may change the marked amount.
 */
const verify = async (
  shop: Shop,
  {
    order: { id },
    refusal,
    message,
    expected,
  }: { order: ShopOrder; refusal: NotTold | undefined; message: OrderMessage; expected: Money },
): Promise<Marked> => {
  const read = await readOrder(shop, numberOf(id))
  if (read.outcome !== 'done') return notTold(read)
  const order = read.value
  if (!order) return refusedFor(NO_SUCH_ORDER)
  const money = moneyOfOrder(order, shop.policy)
  if (!money) return refusedFor(unreadableOrder(order).detail)
  switch (derivedOf(order, money)) {
    case 'paid':
    case 'partially_refunded':
    case 'refunded':
      if (!isMarkedFor(order, message.order)) return paidBefore({ order, money })
      return afterMarking(shop, { order, money }, { expected, message })
    case 'cancelled':
      return { outcome: 'cancelled-at-store' }
    default:
      return refusal ?? notYet('Shopify does not show the payment yet')
  }
}

/**
 * Stores the new sales as our marking's: only they count as card money. An unexpected amount needs
 * attention.
 */
const afterMarking = async (
  shop: Shop,
  { order }: Seen,
  { expected, message }: { expected: Money; message: OrderMessage },
): Promise<Marked> => {
  const sales = salesOfMarking(order, shop.policy.payment_method)
  const notKept = await keepAtOrder(shop, order, { sales })
  if (notKept) return notKept
  const seen = withSales(shop, order, sales)
  if (!seen) return refusedFor(unreadableOrder(order).detail)
  return seen.money.receivedMinor === expected.minor
    ? { outcome: 'paid', ...seen }
    : paidWithAnother(shop, seen, { expected, message })
}

/** Completes a marking that a crash interrupted. */
const remembered = async (shop: Shop, seen: Seen): Promise<Marked> => {
  if (keptLinkOf(seen.order).sales) return { outcome: 'paid', ...seen }
  const sales = seen.money.sales.map(({ id }) => id)
  return (await keepAtOrder(shop, seen.order, { sales })) ?? { outcome: 'paid', ...seen }
}

const withSales = (shop: Shop, order: ShopOrder, sales: string[]): Seen | undefined => {
  const payment = { value: JSON.stringify({ ...keptLinkOf(order), sales }) }
  const money = moneyOfOrder({ ...order, payment }, shop.policy)
  return money && { order: { ...order, payment }, money }
}

/** Leaves the difference to an operator; the order counts as paid. */
const paidWithAnother = async (
  shop: Shop,
  { order, money }: Seen,
  { expected, message }: { expected: Money; message: OrderMessage },
): Promise<Marked> => {
  const received = { ...expected, minor: money.receivedMinor }
  const [was, is] = [textOf(expected), textOf(received)]
  const note = noteAbout(message.id, TEXTS[shop.locale].markedWithAnother(was, is))
  const notNoted = await addNotes(shop, order, [note])
  return notNoted ?? refusedFor(`Shopify shows ${is} as paid by card, and ${was} were charged`)
}

/** Handles an order that changed after its customer went to pay: the charge does not pay it. */
const amountChanged = async (
  shop: Shop,
  order: ShopOrder,
  { charged, outstanding, message }: { charged: Money; outstanding: Money; message: OrderMessage },
): Promise<Marked> => {
  const [was, is] = [textOf(charged), textOf(outstanding)]
  const note = noteAbout(message.id, TEXTS[shop.locale].totalChanged(was, is))
  const notNoted = await addNotes(shop, order, [note])
  return notNoted ?? refusedFor(`${is} of the order are outstanding now, and ${was} were charged`)
}

/** Formats with the currency: `12.50 HNL`. */
export const textOf = (money: Money): string => `${formatMoney(money)} ${money.currency.code}`
