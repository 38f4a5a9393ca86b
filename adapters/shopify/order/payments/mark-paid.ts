import { type Money, moneyFromMinor } from '../../../../src/domain/money.ts'
import { formatMessage } from '../../../../src/locales/format-message.ts'
import type { DeliveryResult, OrderMessage } from '../../../adapter.ts'
import { moneyInNote } from '../../../charges-in-words.ts'
import { type FailedDelivery, rejectedDelivery, retryDelivery } from '../../../delivery-result.ts'
import { failedDelivery } from '../../delivery-result.ts'
import type { ShopifyOrder } from '../../graphql/operations/order-for-payment.ts'
import { SHOPIFY_TEXTS } from '../../texts.ts'
import { numberOf } from '../ids.ts'
import { rejectWithNote } from '../notes.ts'
import {
  type MoneyOfOrder,
  moneyOfOrder,
  shopifyStateOf,
  unreadableOrder,
} from '../reading/money-of-order.ts'
import { idsOfSales, salesOfMarking } from '../reading/sales-of-order.ts'
import { readShopifyOrder, type ShopClient } from '../shop.ts'
import { isMarkedFor, metafieldOf } from './order-metafield.ts'
import { mergeMetafield } from './pay-link.ts'
import { recordPayment } from './record-payment.ts'

export interface ObservationToRecord {
  order: ShopifyOrder
  money: MoneyOfOrder
}

/** Returns `null` for an order unknown to the shop. */
export const observeOrder = async (
  shop: ShopClient,
  orderId: string,
): Promise<{ outcome: 'observed'; seen: ObservationToRecord } | FailedDelivery | null> => {
  const read = await readShopifyOrder(shop, orderId)
  if (read.outcome !== 'done') return failedDelivery(read)
  const order = read.value
  if (!order) return null
  const money = moneyOfOrder(order, shop.policy)
  if (!money) return rejectedDelivery(unreadableOrder(order))
  return { outcome: 'observed', seen: { order, money } }
}

/** Shopify does not distinguish the two causes. */
export const NO_SUCH_ORDER =
  'The order was deleted in Shopify, or is older than what the app may read (60 days without read_all_orders)'

export type Marked =
  | ({ outcome: 'paid' } & ObservationToRecord)
  | Exclude<DeliveryResult, { outcome: 'delivered' }>

/**
 * Brings an order to paid from any state, then re-reads it. Puente first stores its payment on the
 * order, to tell its own marking from a manual one, because marking is not idempotent.
 */
export const bringToPaid = async (
  shop: ShopClient,
  seen: ObservationToRecord,
  message: OrderMessage,
): Promise<Marked> => {
  const { order, money } = seen
  switch (shopifyStateOf(order, money)) {
    case 'cancelled':
      // Paid before its cancellation, so not late.
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
    return amountChanged(shop, { order, money }, { expected: charged, message })
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
  const expected = { ...charged, minor: receivedMinor }
  return verify(shop, order, { refusal, message, expected })
}

/** Expected card money, and the message that caused the marking. */
interface Marking {
  expected: Money
  message: OrderMessage
}

/**
 * Re-reads the order. `expected`: card money that it should show; a concurrent edit may change the
 * marked amount.
 */
const verify = async (
  shop: ShopClient,
  { id }: ShopifyOrder,
  { refusal, message, expected }: Marking & { refusal: FailedDelivery | undefined },
): Promise<Marked> => {
  const read = await observeOrder(shop, numberOf(id))
  if (!read) return rejectedDelivery(NO_SUCH_ORDER)
  if (read.outcome === 'failed') return read
  const { seen } = read
  switch (shopifyStateOf(seen.order, seen.money)) {
    case 'paid':
    case 'partially_refunded':
    case 'refunded':
      if (!isMarkedFor(seen.order, message.order)) return paidBefore(seen)
      return afterMarking(shop, seen, { expected, message })
    case 'cancelled':
      return { outcome: 'cancelled-at-store' }
    default:
      return refusal ?? retryDelivery('Shopify does not show the payment yet')
  }
}

/** Stores the new sales as our marking's, which alone count as card money. */
const afterMarking = async (
  shop: ShopClient,
  { order }: ObservationToRecord,
  { expected, message }: Marking,
): Promise<Marked> => {
  const sales = salesOfMarking(order, shop.policy.payment_method)
  const notKept = await mergeMetafield(shop, order, { sales })
  if (notKept) return notKept
  const payment = { value: JSON.stringify({ ...metafieldOf(order), sales }) }
  const marked = { ...order, payment }
  const money = moneyOfOrder(marked, shop.policy)
  if (!money) return rejectedDelivery(unreadableOrder(order))
  return money.receivedMinor === expected.minor
    ? { outcome: 'paid', order: marked, money }
    : paidWithAnother(shop, { order: marked, money }, { expected, message })
}

/** Completes a marking that a crash interrupted. */
const completeMarking = async (shop: ShopClient, seen: ObservationToRecord): Promise<Marked> => {
  if (metafieldOf(seen.order).sales) return { outcome: 'paid', ...seen }
  const sales = seen.money.sales.map(({ id }) => id)
  return (await mergeMetafield(shop, seen.order, { sales })) ?? { outcome: 'paid', ...seen }
}

/** Leaves the difference to an operator; the order counts as paid. */
const paidWithAnother = (
  shop: ShopClient,
  { order, money }: ObservationToRecord,
  { expected, message: { id: marker } }: Marking,
): Promise<Marked> => {
  const { locale } = shop
  const charged = moneyInNote(expected, locale)
  const marked = moneyInNote({ ...expected, minor: money.receivedMinor }, locale)
  const { markedWithAnother } = SHOPIFY_TEXTS[locale].notes
  const text = formatMessage(markedWithAnother, { charged, marked }, locale)
  const detail = `Shopify shows ${marked} as paid by card, and ${charged} was charged`
  return rejectWithNote(shop, order, { marker, text, detail })
}

/** Handles an order that changed after its customer went to pay: the charge does not pay it. */
const amountChanged = (
  shop: ShopClient,
  { order, money }: ObservationToRecord,
  { expected, message: { id: marker } }: Marking,
): Promise<Marked> => {
  const { locale } = shop
  const charged = moneyInNote(expected, locale)
  const outstanding = moneyInNote(money.outstanding, locale)
  const { totalChanged } = SHOPIFY_TEXTS[locale].notes
  const text = formatMessage(totalChanged, { charged, outstanding }, locale)
  const detail = `${outstanding} of the order is outstanding now, and ${charged} was charged`
  return rejectWithNote(shop, order, { marker, text, detail })
}
