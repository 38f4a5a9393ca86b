import { type Money, moneyFromMinor } from '../../../../src/domain/money.ts'
import { formatMessage } from '../../../../src/locales/format-message.ts'
import type { DeliveryResult, OrderMessage } from '../../../adapter.ts'
import { moneyInNote } from '../../../charges-in-words.ts'
import { type FailedDelivery, rejectedDelivery, retryDelivery } from '../../../delivery-result.ts'
import { failedDelivery } from '../../delivery-result.ts'
import type { ShopifyOrder } from '../../graphql/operations/order-for-payment.ts'
import { SHOPIFY_TEXTS } from '../../texts.ts'
import { numberOf } from '../ids.ts'
import { addNotes, noteAbout } from '../notes.ts'
import { type MoneyOfOrder, moneyOfOrder } from '../reading/money-of-order.ts'
import { shopifyStateOf } from '../reading/order-state.ts'
import { idsOfSales, salesOfMarking } from '../reading/sales-of-order.ts'
import { unreadableOrder } from '../reading/unreadable-order.ts'
import { readShopifyOrder, type ShopClient } from '../shop.ts'
import { isMarkedFor, metafieldOf } from './order-metafield.ts'
import { mergeMetafield } from './pay-link.ts'
import { recordPayment } from './record-payment.ts'

export interface ObservationToRecord {
  order: ShopifyOrder
  money: MoneyOfOrder
}

/** Shopify does not distinguish the two causes. */
export const NO_SUCH_ORDER =
  'The order was deleted in Shopify, or is older than what the app may read (60 days without read_all_orders)'

export type Marked =
  | ({ outcome: 'paid' } & ObservationToRecord)
  | Exclude<DeliveryResult, { outcome: 'delivered' }>

/**
 * Brings an order to paid from any state, then re-reads it. Marking is not idempotent: Puente first
 * stores its payment on the order, to distinguish its own marking from a manual one.
 */
export const bringToPaid = async (
  shop: ShopClient,
  seen: ObservationToRecord,
  message: OrderMessage,
): Promise<Marked> => {
  const { order, money } = seen
  switch (shopifyStateOf(order, money)) {
    case 'cancelled':
      // Paid before its cancellation, hence not late.
      return isMarkedFor(order, message.order) && money.receivedMinor > 0n
        ? { outcome: 'paid', ...seen }
        : { outcome: 'cancelled-at-store' }
    case 'paid':
    case 'partially_refunded':
    case 'refunded':
      return isMarkedFor(order, message.order) ? completeMarking(shop, seen) : paidBefore(seen)
    case 'paid-otherwise':
      return rejectedDelivery(
        'Nothing of the order is outstanding in Shopify: it was paid otherwise',
      )
    case 'unpaid':
      return pay(shop, seen, message)
  }
}

/**
 * Refuses a paid order. Without our mark, the payer is unknown: apps cannot see each other's marks.
 * With it, another payment of ours paid: the buyer may have paid twice.
 */
const paidBefore = ({ money: { isMarked } }: ObservationToRecord): FailedDelivery =>
  rejectedDelivery(
    isMarked
      ? 'The order was paid in Shopify by another payment of Puente: its buyer may have paid twice'
      : 'The order is paid in Shopify without a mark of this app: by hand, or under the app before',
  )

const pay = async (
  shop: ShopClient,
  { order, money }: ObservationToRecord,
  message: OrderMessage,
): Promise<Marked> => {
  const charged = moneyFromMinor(message.order.amount_minor, message.order.currency)
  const { outstanding } = money
  if (outstanding.minor !== charged.minor || outstanding.currency.code !== charged.currency.code) {
    return amountChanged(shop, order, { charged, outstanding, message })
  }
  const paymentId = message.order.current_payment_id ?? message.order.id
  const notKept = await mergeMetafield(shop, order, {
    payment: paymentId,
    order: message.order.id,
    before: idsOfSales(order),
    sales: undefined,
  })
  if (notKept) return notKept
  const paidAt = message.payment?.paid_at ?? message.at
  const refusal = await recordPayment(shop, { order, money, charged, paidAt })
  if (refusal?.retry === 'retry') return refusal
  const receivedMinor = money.receivedMinor + charged.minor
  return verify(shop, { order, refusal, message, expected: { ...charged, minor: receivedMinor } })
}

/**
 * Re-reads the order for the outcome. `expected`: the card money it should show; a concurrent edit
 * may change the marked amount.
 */
const verify = async (
  shop: ShopClient,
  {
    order: { id },
    refusal,
    message,
    expected,
  }: {
    order: ShopifyOrder
    refusal: FailedDelivery | undefined
    message: OrderMessage
    expected: Money
  },
): Promise<Marked> => {
  const read = await readShopifyOrder(shop, numberOf(id))
  if (read.outcome !== 'done') return failedDelivery(read)
  const order = read.value
  if (!order) return rejectedDelivery(NO_SUCH_ORDER)
  const money = moneyOfOrder(order, shop.policy)
  if (!money) return rejectedDelivery(unreadableOrder(order).detail)
  switch (shopifyStateOf(order, money)) {
    case 'paid':
    case 'partially_refunded':
    case 'refunded':
      if (!isMarkedFor(order, message.order)) return paidBefore({ order, money })
      return afterMarking(shop, { order, money }, { expected, message })
    case 'cancelled':
      return { outcome: 'cancelled-at-store' }
    default:
      return refusal ?? retryDelivery('Shopify does not show the payment yet')
  }
}

/**
 * Stores the new sales as our marking's: only they count as card money. An unexpected amount needs
 * attention.
 */
const afterMarking = async (
  shop: ShopClient,
  { order }: ObservationToRecord,
  { expected, message }: { expected: Money; message: OrderMessage },
): Promise<Marked> => {
  const sales = salesOfMarking(order, shop.policy.payment_method)
  const notKept = await mergeMetafield(shop, order, { sales })
  if (notKept) return notKept
  const seen = withSales(shop, order, sales)
  if (!seen) return rejectedDelivery(unreadableOrder(order).detail)
  return seen.money.receivedMinor === expected.minor
    ? { outcome: 'paid', ...seen }
    : paidWithAnother(shop, seen, { expected, message })
}

/** Completes a marking that a crash interrupted. */
const completeMarking = async (shop: ShopClient, seen: ObservationToRecord): Promise<Marked> => {
  if (metafieldOf(seen.order).sales) return { outcome: 'paid', ...seen }
  const sales = seen.money.sales.map(({ id }) => id)
  return (await mergeMetafield(shop, seen.order, { sales })) ?? { outcome: 'paid', ...seen }
}

const withSales = (
  shop: ShopClient,
  order: ShopifyOrder,
  sales: string[],
): ObservationToRecord | undefined => {
  const payment = { value: JSON.stringify({ ...metafieldOf(order), sales }) }
  const money = moneyOfOrder({ ...order, payment }, shop.policy)
  return money && { order: { ...order, payment }, money }
}

/** Leaves the difference to an operator; the order counts as paid. */
const paidWithAnother = async (
  shop: ShopClient,
  { order, money }: ObservationToRecord,
  { expected, message }: { expected: Money; message: OrderMessage },
): Promise<Marked> => {
  const received = { ...expected, minor: money.receivedMinor }
  const { locale } = shop
  const [charged, marked] = [moneyInNote(expected, locale), moneyInNote(received, locale)]
  const { markedWithAnother } = SHOPIFY_TEXTS[locale].notes
  const text = formatMessage(markedWithAnother, { charged, marked }, locale)
  const notNoted = await addNotes(shop, order, [noteAbout(message.id, text)])
  return (
    notNoted ??
    rejectedDelivery(`Shopify shows ${marked} as paid by card, and ${charged} was charged`)
  )
}

/** Handles an order that changed after its customer went to pay: the charge does not pay it. */
const amountChanged = async (
  shop: ShopClient,
  order: ShopifyOrder,
  money: { charged: Money; outstanding: Money; message: OrderMessage },
): Promise<Marked> => {
  const { locale } = shop
  const charged = moneyInNote(money.charged, locale)
  const outstanding = moneyInNote(money.outstanding, locale)
  const { totalChanged } = SHOPIFY_TEXTS[locale].notes
  const text = formatMessage(totalChanged, { charged, outstanding }, locale)
  const notNoted = await addNotes(shop, order, [noteAbout(money.message.id, text)])
  return (
    notNoted ??
    rejectedDelivery(`${outstanding} of the order is outstanding now, and ${charged} was charged`)
  )
}
