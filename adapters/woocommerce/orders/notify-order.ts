import { moneyFromMinor } from '../../../src/domain/money.ts'
import { holdsMoney } from '../../../src/domain/order-status.ts'
import { formatMessage } from '../../../src/locales/format-message.ts'
import type { Language } from '../../../src/locales/language.ts'
import { DELIVERED, type DeliveryResult, mayBeSameOrder, type OrderMessage } from '../../adapter.ts'
import { rejectedDelivery } from '../../delivery-result.ts'
import { textOfConflict } from '../../order-notes.ts'
import { failedNotification } from '../delivery-result.ts'
import type { SiteClient } from '../options.ts'
import { mirrorRefunds } from '../refunds/mirror-refunds.ts'
import { notesOfSucceeded } from '../refunds/refund-notes.ts'
import { readRefundRows } from '../refunds/refund-rows.ts'
import { DONE, type RestOutcome } from '../rest/rest-client.ts'
import { failure, isNoSuchOrder } from '../rest/rest-failure.ts'
import { WOO_TEXTS } from '../texts.ts'
import { putOrderOnHold } from './hold-order.ts'
import { markPaid } from './mark-paid.ts'
import { noteOnce } from './notes.ts'
import {
  derivePaymentState,
  fingerprintOf,
  isToBePaidByUs,
  metaOf,
  PAYMENT_META,
  readWooOrder,
  updateWooOrder,
  type WooOrder,
} from './order.ts'
import { hasStillAmount } from './shown-unit.ts'

/**
 * Aligns an order with ours. The message's type selects only the note, so late, repeated and
 * reordered notifications converge.
 */
export const notifyWooOrder = async (
  shop: SiteClient,
  message: OrderMessage,
): Promise<DeliveryResult> => {
  const read = await readWooOrder(shop.rest, message.order.external_id)
  if (read.outcome === 'failed')
    return isNoSuchOrder(read)
      ? resultForMissingOrder(message, 'The order was deleted in WooCommerce')
      : failedNotification(read)
  const order = read.value
  const fingerprint = fingerprintOf(order.order_key)
  if (!mayBeSameOrder(message.order, { fingerprint })) {
    return resultForMissingOrder(message, 'WooCommerce has another order of this id by now')
  }
  const done = await convergeWooOrder(shop, order, message)
  if (done.outcome === 'failed') return failedNotification(done)
  if (done.outcome === 'cancelled-at-store') return done
  const noted = await noteOnce(shop, order.id, (locale) => {
    const text = noteOf(locale, message)
    return text ? [{ marker: message.id, text }] : []
  })
  return noted.outcome === 'failed' ? failedNotification(noted) : DELIVERED
}

/** Fails for a missing order only while we hold its money. */
const resultForMissingOrder = ({ order }: OrderMessage, detail: string): DeliveryResult =>
  holdsMoney(order) ? rejectedDelivery(detail) : DELIVERED

const convergeWooOrder = async (
  shop: SiteClient,
  order: WooOrder,
  message: OrderMessage,
): Promise<RestOutcome<unknown> | { outcome: 'cancelled-at-store' }> => {
  switch (message.order.status) {
    case 'paid':
    case 'partially_refunded': {
      const marked = await markPaid(shop, order, message)
      return marked.outcome === 'done' ? mirrorRefunds(shop, marked.value, message) : marked
    }
    case 'refunded':
    case 'voided':
      return refundAll(shop, order, message)
    case 'on_hold':
      return putOrderOnHold(shop, order)
    case 'payment_expired':
      return endUnpaidOrder(shop, order, shop.policy.expired)
    case 'cancelled':
      return endUnpaidOrder(shop, order, 'cancelled')
    case 'awaiting_payment':
      return DONE
  }
}

/** Ends an unpaid order, unless the customer is paying another way. */
const endUnpaidOrder = async (
  shop: SiteClient,
  order: WooOrder,
  status: 'leave' | 'failed' | 'cancelled',
): Promise<RestOutcome<WooOrder>> => {
  const unchanged: RestOutcome<WooOrder> = { outcome: 'done', value: order }
  const waits = order.status === 'pending' || order.status === 'failed'
  if (status === 'leave' || status === order.status || !waits) return unchanged
  if (!isToBePaidByUs(order)) return unchanged
  const changed = await updateWooOrder(shop.rest, order.id, { status })
  if (changed.outcome === 'failed') return changed
  if (changed.value.date_paid_gmt && !order.date_paid_gmt) {
    // Race: paid since our read, so pay it again.
    return updateWooOrder(shop.rest, order.id, { status: 'pending', set_paid: true })
  }
  if (changed.value.status === status) return changed
  const why = `WooCommerce left the order "${changed.value.status}", not "${status}"`
  return failure('status_differs', 'retry', why)
}

/** Books a full refund if the order was booked as paid; otherwise notes it. */
const refundAll = async (
  shop: SiteClient,
  order: WooOrder,
  message: OrderMessage,
): Promise<RestOutcome<unknown>> => {
  const derived = derivePaymentState(order)
  const wasPaid = metaOf(order, PAYMENT_META) !== undefined || derived === 'paid'
  const noteRefunds = () =>
    noteOnce(shop, order.id, (locale) => notesOfSucceeded(message.refunds, locale))
  const isOfThis =
    derived === 'unpaid' ? await isOfThisPayment(shop, order, message) : OF_THIS_PAYMENT
  if (isOfThis.outcome === 'failed') return isOfThis
  const isForAnother = !isOfThis.value
  if (derived === 'paid-otherwise' || isForAnother || (derived === 'cancelled' && !wasPaid)) {
    return noteRefunds()
  }
  if (message.order.status === 'voided' && shop.policy.voided === 'cancel') {
    const rows = await readRefundRows(shop.rest, order)
    if (rows.outcome === 'failed') return rows
    if (rows.value.length === 0) {
      const changed = await updateWooOrder(shop.rest, order.id, { status: 'cancelled' })
      return changed.outcome === 'failed' ? changed : noteRefunds()
    }
  }
  return mirrorRefunds(shop, order, message)
}

/** False if the order now waits for another method or amount. */
const isOfThisPayment = async (
  { rest }: SiteClient,
  order: WooOrder,
  { order: { amount_minor, currency } }: OrderMessage,
): Promise<RestOutcome<boolean>> =>
  isToBePaidByUs(order)
    ? hasStillAmount(rest, order, moneyFromMinor(amount_minor, currency))
    : { outcome: 'done', value: false }

const OF_THIS_PAYMENT = { outcome: 'done', value: true } as const

const noteOf = (locale: Language, message: OrderMessage): string | undefined => {
  const { type, order } = message
  const texts = WOO_TEXTS[locale].notes
  switch (type) {
    case 'order.payment_failed':
      return order.status === 'awaiting_payment' ? textOfFailure(message, locale) : undefined
    case 'order.payment_expired':
      return order.status === 'payment_expired' ? texts.expired : undefined
    default:
      return textOfConflict(message, texts, locale)
  }
}

/** Quotes the gateway's message, or the bank's code and message; the hosted page has neither. */
const textOfFailure = ({ order, payment }: OrderMessage, locale: Language): string => {
  const texts = WOO_TEXTS[locale].notes
  if (payment?.state === 'refused') {
    const reason = order.last_payment_error?.message
    return reason ? formatMessage(texts.refusedBecause, { reason }, locale) : texts.refused
  }
  const { code, message } = payment?.decline ?? {}
  const reason = code && message ? `${code}: ${message}` : code
  return reason ? formatMessage(texts.declinedBecause, { reason }, locale) : texts.declined
}
