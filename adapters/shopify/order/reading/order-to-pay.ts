import type { Money } from '../../../../src/domain/money.ts'
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
import { numberOf } from '../ids.ts'
import { isPastDeadline, payByOf } from '../payments/time-to-pay.ts'
import { readOrderForBuyer, type ShopClient } from '../shop.ts'
import { type MoneyOfOrder, moneyOfOrder } from './money-of-order.ts'
import { shopifyStateOf } from './order-state.ts'
import { isUnreadableAnswer, unreadableOrder } from './unreadable-order.ts'

/** Limits of the gateway and ours; the contract shows none for metadata (8). */
const LIMITS = { description: 120, items: 400 }

const MINUTE_MS = 60_000

/**
 * Reads an order about to be paid. Charges what is outstanding in the buyer's currency: the rest
 * after a gift card, the new total after an edit.
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
  if (!money) return unreadableOrder(order)
  if (!money.isOurs) await shop.methods.recordMethods(order)
  if (shopifyStateOf(order, money) !== 'unpaid') return { outcome: 'over' }
  if (isPastDeadline(shop, order)) return { outcome: 'overdue' }
  return { outcome: 'payable', ...unpaidOrderOf(shop, order, money) }
}

export const unpaidOrderOf = (
  shop: ShopClient,
  order: ShopifyOrder,
  { outstanding: amount }: Pick<MoneyOfOrder, 'outstanding'>,
): UnpaidOrder => {
  const payBy = payByOf(shop, order)
  const now = shop.clock.now()
  return { request: requestOf(shop, order, { amount, payBy, now }), payBy }
}

const requestOf = (
  { locale, mode, policy }: ShopClient,
  order: ShopifyOrder,
  { amount, payBy, now }: { amount: Money; payBy: Date | null; now: Date },
): CheckoutRequest => {
  const externalId = numberOf(order.id)
  const ofBuyer = localeOfBuyer(order)
  const language = ofBuyer ?? locale
  const items = (maxLength: number) =>
    listItems(
      order.lineItems
        .slice(0, MOST_LINES)
        .filter(({ currentQuantity }) => currentQuantity !== 0)
        .map(({ name, currentQuantity: quantity }) => ({ name, quantity })),
      {
        maxLength,
        locale: language,
        // Shopify does not give the total number of lines.
        count: order.lineItems.length > MOST_LINES ? Number.POSITIVE_INFINITY : undefined,
      },
    )
  const restMs = payBy ? payBy.getTime() - now.getTime() : Number.POSITIVE_INFINITY
  const restMinutes = Math.ceil(restMs / MINUTE_MS)
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

const localeOfBuyer = ({ customerLocale }: ShopifyOrder): CheckoutRequest['locale'] | undefined => {
  const [language] = (customerLocale ?? '').toLowerCase().split('-')
  return language === 'es' || language === 'en' ? language : undefined
}

/** Reads the customer; `null` fields are those that the app is not approved for. */
const customerOfOrder = ({
  email,
  phone,
  billingAddress,
}: Pick<ShopifyOrder, 'email' | 'phone' | 'billingAddress'>): CheckoutRequest['customer'] =>
  customerOf({ name: billingAddress?.name, email, phone: phone ?? billingAddress?.phone })
