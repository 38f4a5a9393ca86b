import type { Money } from '../../../../src/domain/money.ts'
import { addMs, HOUR, MINUTE } from '../../../../src/runtime/clock.ts'
import {
  type CheckoutRequest,
  customerOf,
  type OrderToPayOutcome,
  orderNumber,
  type UnpaidOrder,
} from '../../../adapter.ts'
import { listItems } from '../../../list-items.ts'
import { failedRead } from '../../delivery-result.ts'
import { MOST_LINES, type ShopifyOrder } from '../../graphql/operations/order-for-payment.ts'
import { isUnreadableAnswer } from '../../graphql/outcome.ts'
import { languageOfLocale } from '../../texts.ts'
import { numberOf } from '../ids.ts'
import { readOrderForBuyer, type ShopClient } from '../shop.ts'
import {
  type MoneyOfOrder,
  moneyOfOrder,
  shopifyStateOf,
  unreadableOrder,
} from './money-of-order.ts'

/** The gateway's and ours; the contract shows none for metadata (8). */
const LIMITS = { description: 120, items: 400 }

/**
 * Charges the outstanding amount in the buyer's currency: the rest after a gift card, the new total
 * after an edit.
 */
export const orderToPayAt = async (
  shop: ShopClient,
  orderId: string,
): Promise<OrderToPayOutcome> => {
  const read = await readOrderForBuyer(shop, orderId)
  if (isUnreadableAnswer(read)) return { outcome: 'unreadable', detail: read.detail }
  if (read.outcome !== 'done') return failedRead(read)
  const order = read.value
  if (!order) return { outcome: 'over' }
  const money = moneyOfOrder(order, shop.policy)
  if (!money) return { outcome: 'unreadable', detail: unreadableOrder(order) }
  if (!money.isOurs) await shop.methods.recordMethods(order)
  if (shopifyStateOf(order, money) !== 'unpaid') return { outcome: 'over' }
  if (isPastDeadline(shop, order)) return { outcome: 'overdue' }
  return { outcome: 'payable', ...unpaidOrderOf(shop, order, money) }
}

export const unpaidOrderOf = (
  shop: ShopClient,
  order: ShopifyOrder,
  { outstanding: amount }: MoneyOfOrder,
): UnpaidOrder => {
  const payBy = payByOf(shop, order)
  return { request: requestOf(shop, order, { amount, payBy }), payBy }
}

const requestOf = (
  { locale, mode, policy, clock }: ShopClient,
  order: ShopifyOrder,
  { amount, payBy }: { amount: Money; payBy: Date | null },
): CheckoutRequest => {
  const externalId = numberOf(order.id)
  const ofBuyer = languageOfLocale(order.customerLocale)
  const language = ofBuyer ?? locale
  const lines = order.lineItems
    .slice(0, MOST_LINES)
    .filter(({ currentQuantity }) => currentQuantity !== 0)
    .map(({ name, currentQuantity: quantity }) => ({ name, quantity }))
  // Shopify does not give the total number of lines.
  const count = order.lineItems.length > MOST_LINES ? Number.POSITIVE_INFINITY : undefined
  const items = (maxLength: number) => listItems(lines, { maxLength, locale: language, count })
  const restMs = payBy ? payBy.getTime() - clock.now().getTime() : Number.POSITIVE_INFINITY
  const restMinutes = Math.ceil(restMs / MINUTE)
  return {
    externalId,
    number: orderNumber(order.name) ?? null,
    amount,
    description: items(LIMITS.description),
    customer: customerOfOrder(order),
    metadata: { shopify_order: externalId, items: items(LIMITS.items) },
    locale: language,
    followsReader: ofBuyer === undefined,
    mode,
    successUrl: null,
    cancelUrl: null,
    expiresInMinutes: Math.min(policy.checkout_minutes, restMinutes),
  }
}

/** Fields are `null` if the app is not approved for them. */
const customerOfOrder = ({ email, phone, billingAddress }: ShopifyOrder) =>
  customerOf({ name: billingAddress?.name, email, phone: phone ?? billingAddress?.phone })

const payByOf = (
  { policy: { pay_within_hours: hours } }: ShopClient,
  { createdAt }: ShopifyOrder,
): Date | null => (hours === undefined ? null : addMs(new Date(createdAt), hours * HOUR))

export const isPastDeadline = (shop: ShopClient, order: ShopifyOrder): boolean => {
  const payBy = payByOf(shop, order)
  return payBy !== null && payBy <= shop.clock.now()
}
