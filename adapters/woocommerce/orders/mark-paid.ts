import { type Money, moneyFromDecimal, moneyFromMinor } from '../../../src/domain/money.ts'
import { formatMessage } from '../../../src/locales/format-message.ts'
import type { Language } from '../../../src/locales/language.ts'
import type { OrderMessage } from '../../adapter.ts'
import { moneyInNote } from '../../charges-in-words.ts'
import { noteOfChargedMore } from '../../order-notes.ts'
import type { SiteClient } from '../options.ts'
import type { RestOutcome } from '../rest/rest-client.ts'
import { failure, type RestFailure } from '../rest/rest-failure.ts'
import { WOO_TEXTS } from '../texts.ts'
import { putOrderOnHold } from './hold-order.ts'
import { noteOnce } from './notes.ts'
import {
  CARD_META,
  derivePaymentState,
  metaOf,
  ourMethodFor,
  PAID_STATUS_META,
  PAYMENT_META,
  updateWooOrder,
  type WooOrder,
} from './order.ts'
import { hasStillAmount } from './shown-unit.ts'
import { NEEDS_PAYMENT } from './statuses.ts'

/** `cancelled-at-store`: cancelled there, rejecting its payment. */
type Marked = RestOutcome<WooOrder> | { outcome: 'cancelled-at-store' }

/**
 * Marks an order paid from any status and checks the result. WooCommerce chooses the status; the
 * policy's own is set once, so a later change by the merchant stays.
 */
export const markPaid = async (
  shop: SiteClient,
  order: WooOrder,
  message: OrderMessage,
): Promise<Marked> => {
  switch (derivePaymentState(order)) {
    case 'cancelled':
      // Paid before its cancellation, so not late.
      return isPaidByThis(order, message) ? paid(order) : { outcome: 'cancelled-at-store' }
    case 'refunded':
      return paid(order)
    case 'paid-otherwise':
      return rejected(`The order was paid in another way (${order.payment_method})`)
    case 'paid':
      return keepPaid(shop, order, message)
    case 'unpaid':
      return pay(shop, order, message)
  }
}

const paid = (order: WooOrder): Marked => ({ outcome: 'done', value: order })

/** The store contradicts Puente about the order. */
const rejected = (detail: string): RestFailure => failure('rejected', 'ask-a-person', detail)

const effectivePaymentOf = ({ order, payment }: OrderMessage) =>
  payment && payment.id === order.current_payment_id ? payment : null

const transactionOf = (message: OrderMessage): string | null => {
  const effectivePayment = effectivePaymentOf(message)
  return effectivePayment?.transaction_id ?? effectivePayment?.charge_id ?? null
}

const isPaidByThis = (order: WooOrder, message: OrderMessage): boolean =>
  metaOf(order, PAYMENT_META) !== undefined ||
  (order.date_paid_gmt !== null && order.transaction_id === transactionOf(message))

const linkOf = async (shop: SiteClient, order: WooOrder, message: OrderMessage) => {
  const transactionId = transactionOf(message)
  const paymentId = message.order.current_payment_id
  const isNew = paymentId !== null && paymentId !== metaOf(order, PAYMENT_META)
  return {
    ...(transactionId && transactionId !== order.transaction_id
      ? { transaction_id: transactionId }
      : {}),
    ...(isNew
      ? {
          meta_data: [
            { key: PAYMENT_META, value: paymentId },
            ...(await cardMetaOf(shop, order, message)),
          ],
        }
      : {}),
  }
}

/** With the payment, so the e-mail that WooCommerce sends for it names the card. */
const cardMetaOf = async (shop: SiteClient, order: WooOrder, message: OrderMessage) => {
  const payment = effectivePaymentOf(message)
  const card = payment?.mode === 'saved_card' ? await shop.cardOf(payment.id) : undefined
  if (card?.brand || card?.last_four) return [{ key: CARD_META, value: JSON.stringify(card) }]
  // Another payment's card would be wrong.
  return metaOf(order, CARD_META) === undefined ? [] : [{ key: CARD_META, value: '' }]
}

const keepPaid = async (
  shop: SiteClient,
  order: WooOrder,
  message: OrderMessage,
): Promise<Marked> => {
  const transactionId = transactionOf(message)
  const isOtherTransaction =
    transactionId !== null &&
    order.transaction_id !== '' &&
    order.transaction_id !== transactionId &&
    metaOf(order, PAYMENT_META) === undefined
  if (isOtherTransaction) {
    return rejected(`The order was paid with another transaction (${order.transaction_id})`)
  }
  const link = await linkOf(shop, order, message)
  if (Object.keys(link).length === 0) return mapStatus(shop, order)
  const linked = await updateWooOrder(shop.rest, order.id, link)
  return linked.outcome === 'failed' ? linked : mapStatus(shop, linked.value)
}

const pay = async (shop: SiteClient, order: WooOrder, message: OrderMessage): Promise<Marked> => {
  const ordered = moneyFromMinor(message.order.amount_minor, message.order.currency)
  const isUnchanged = await hasStillAmount(shop.rest, order, ordered)
  if (isUnchanged.outcome === 'failed') return isUnchanged
  if (!isUnchanged.value) return totalChanged(shop, order, { ordered, message })
  const changed = await complete(shop, order, {
    ...(await linkOf(shop, order, message)),
    ...ourMethodFor(order, WOO_TEXTS[shop.locale].paymentMethod),
  })
  if (changed.outcome === 'failed') return changed
  const { value } = changed
  switch (derivePaymentState(value)) {
    case 'paid': {
      const noted = await noteOnce(shop, value.id, (locale) => {
        const note = noteOfChargedMore(message, locale)
        return note ? [note] : []
      })
      return noted.outcome === 'failed' ? noted : mapStatus(shop, value)
    }
    case 'cancelled':
      return { outcome: 'cancelled-at-store' }
    default: {
      const why = `WooCommerce did not take the payment: the order is "${value.status}"`
      return failure('payment_not_taken', 'retry', why)
    }
  }
}

/**
 * `set_paid` is a no-op on orders that need no payment, such as on hold: they get the paid status
 * itself, which also sets the payment date. The fallback goes through `pending`, where WooCommerce
 * restocks the goods for a moment and could sell them again.
 */
const complete = async (
  shop: SiteClient,
  order: WooOrder,
  changes: object,
): Promise<RestOutcome<WooOrder>> => {
  if (NEEDS_PAYMENT.includes(order.status)) {
    return updateWooOrder(shop.rest, order.id, { ...changes, set_paid: true })
  }
  const status = order.needs_processing === false ? 'completed' : 'processing'
  if (status !== order.status) {
    const changed = await updateWooOrder(shop.rest, order.id, { ...changes, status })
    if (changed.outcome === 'failed' || changed.value.date_paid_gmt) return changed
  }
  return updateWooOrder(shop.rest, order.id, { ...changes, status: 'pending', set_paid: true })
}

/** Holds an order with a total changed after the customer went to pay. */
const totalChanged = async (
  shop: SiteClient,
  order: WooOrder,
  { ordered, message }: { ordered: Money; message: OrderMessage },
): Promise<Marked> => {
  const held = await putOrderOnHold(shop, order)
  if (held.outcome === 'failed') return held
  const money = moneyFromDecimal(order.total, order.currency)
  const valuesIn = (locale: Language) => ({
    charged: moneyInNote(ordered, locale),
    total: money ? moneyInNote(money, locale) : `${order.total} ${order.currency}`,
  })
  const noted = await noteOnce(shop, order.id, (locale) => {
    const { totalChanged: template } = WOO_TEXTS[locale].notes
    return [{ marker: message.id, text: formatMessage(template, valuesIn(locale), locale) }]
  })
  if (noted.outcome === 'failed') return noted
  const { charged, total } = valuesIn(shop.locale)
  return rejected(`The order's total is ${total} now, not ${charged}`)
}

const AUTOMATIC = ['processing', 'completed']

const mapStatus = async (shop: SiteClient, order: WooOrder): Promise<Marked> => {
  const { paid: policyStatus } = shop.policy
  const isSet = metaOf(order, PAID_STATUS_META) !== undefined
  if (policyStatus === 'automatic' || isSet || !AUTOMATIC.includes(order.status)) return paid(order)
  return updateWooOrder(shop.rest, order.id, {
    status: policyStatus,
    meta_data: [{ key: PAID_STATUS_META, value: policyStatus }],
  })
}
