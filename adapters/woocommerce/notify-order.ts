import { formatMoney, moneyFromMinor } from '../../src/domain/money.ts'
import { chargesInWords, mayBeSameOrder, type OrderMessage, type TellOutcome } from '../adapter.ts'
import { fingerprintOf } from './fingerprint.ts'
import { holdOrder } from './hold-order.ts'
import { markPaid } from './mark-paid.ts'
import { mirrorRefunds, recordRefundSteps } from './mirror-refunds.ts'
import { noteOnce } from './notes.ts'
import type { Shop } from './options.ts'
import { deriveOrderStatus, isToBePaidByUs, metaOf, PAYMENT_META, type WooOrder } from './order.ts'
import { changeOrder, readOrder } from './orders.ts'
import { readRefundRows } from './refund-rows.ts'
import type { RestOutcome } from './rest-client.ts'
import { failure, isNoSuchOrder } from './rest-failure.ts'
import { hasStillAmount } from './shown-unit.ts'
import { TEXTS } from './texts.ts'
import { notTold, refusedFor, TOLD } from './told.ts'

/**
 * Brings an order in line with ours. The message's type selects only the note, so late, repeated
 * and reordered notifications converge.
 */
export const tellOrder = async (shop: Shop, message: OrderMessage): Promise<TellOutcome> => {
  const read = await readOrder(shop.rest, message.order.external_id)
  if (read.outcome === 'failed')
    return isNoSuchOrder(read)
      ? ofGone(message, 'The order was deleted in WooCommerce')
      : notTold(read)
  const order = read.value
  const fingerprint = fingerprintOf(order.order_key)
  if (!mayBeSameOrder(message.order, { fingerprint })) {
    return ofGone(message, 'WooCommerce has another order of this id by now')
  }
  const told = await converge(shop, order, message)
  if (told.outcome !== 'told') return told
  const text = noteOf(shop, message)
  if (!text) return TOLD
  const noted = await noteOnce(shop, order.id, { marker: message.id, text })
  return noted.outcome === 'failed' ? notTold(noted) : TOLD
}

/** Fails for a missing order only while we hold its customer's money. */
const ofGone = ({ order }: OrderMessage, detail: string): TellOutcome =>
  order.status === 'paid' || order.status === 'partially_refunded' || order.status === 'on_hold'
    ? refusedFor(detail)
    : TOLD

const converge = async (
  shop: Shop,
  order: WooOrder,
  message: OrderMessage,
): Promise<TellOutcome> => {
  switch (message.order.status) {
    case 'paid':
    case 'partially_refunded': {
      const marked = await markPaid(shop, order, message)
      if (marked.outcome !== 'paid') return marked
      return toldOf(await mirrorRefunds(shop, marked.order, message))
    }
    case 'refunded':
    case 'voided':
      return toldOf(await refundAll(shop, order, message))
    case 'on_hold':
      return toldOf(await holdOrder(shop, order))
    case 'payment_expired':
      return toldOf(await end(shop, order, shop.policy.expired))
    case 'cancelled':
      return toldOf(await end(shop, order, 'cancelled'))
    case 'awaiting_payment':
      return TOLD
  }
}

const toldOf = (done: RestOutcome<unknown>): TellOutcome =>
  done.outcome === 'failed' ? notTold(done) : TOLD

/** Ends an unpaid order, unless the customer is paying another way. */
const end = async (
  shop: Shop,
  order: WooOrder,
  status: 'leave' | 'failed' | 'cancelled',
): Promise<RestOutcome<WooOrder>> => {
  const unchanged: RestOutcome<WooOrder> = { outcome: 'done', value: order }
  const waits = order.status === 'pending' || order.status === 'failed'
  if (status === 'leave' || status === order.status || !waits) return unchanged
  if (!isToBePaidByUs(order)) return unchanged
  const changed = await changeOrder(shop.rest, order.id, { status })
  if (changed.outcome === 'failed') return changed
  if (changed.value.date_paid_gmt && !order.date_paid_gmt) {
    // Race: paid since we read it, so pay it again.
    return changeOrder(shop.rest, order.id, { status: 'pending', set_paid: true })
  }
  if (changed.value.status === status) return changed
  const why = `WooCommerce left the order "${changed.value.status}", not "${status}"`
  return failure('status_differs', 'retry', why)
}

/** Books a full refund if the order was booked as paid; otherwise notes it. */
const refundAll = async (
  shop: Shop,
  order: WooOrder,
  message: OrderMessage,
): Promise<RestOutcome<unknown>> => {
  const derived = deriveOrderStatus(order)
  const wasPaid = metaOf(order, PAYMENT_META) !== undefined || derived === 'paid'
  const isOfThis =
    derived === 'unpaid' ? await isOfThisPayment(shop, order, message) : OF_THIS_PAYMENT
  if (isOfThis.outcome === 'failed') return isOfThis
  const isForAnother = !isOfThis.value
  if (derived === 'paid-otherwise' || isForAnother || (derived === 'cancelled' && !wasPaid)) {
    return recordRefundSteps(shop, order, message)
  }
  if (message.order.status === 'voided' && shop.policy.voided === 'cancel') {
    const rows = await readRefundRows(shop.rest, order)
    if (rows.outcome === 'failed') return rows
    if (rows.value.length === 0) {
      const changed = await changeOrder(shop.rest, order.id, { status: 'cancelled' })
      return changed.outcome === 'failed'
        ? changed
        : recordRefundSteps(shop, changed.value, message)
    }
  }
  return mirrorRefunds(shop, order, message)
}

/** False if the order now waits for another method or amount. */
const isOfThisPayment = async (
  { rest }: Shop,
  order: WooOrder,
  { order: { amount_minor, currency } }: OrderMessage,
): Promise<RestOutcome<boolean>> =>
  isToBePaidByUs(order)
    ? hasStillAmount(rest, order, moneyFromMinor(amount_minor, currency))
    : { outcome: 'done', value: false }

const OF_THIS_PAYMENT = { outcome: 'done', value: true } as const

/** Returns the note, unless the order already says it. */
const noteOf = (shop: Shop, message: OrderMessage): string | undefined => {
  const { type, order, payment } = message
  const texts = TEXTS[shop.locale]
  switch (type) {
    case 'order.payment_failed': {
      if (order.status !== 'awaiting_payment') return undefined
      if (payment?.state === 'refused') {
        return texts.refused(order.last_payment_error?.message ?? undefined)
      }
      const { code, message } = payment?.decline ?? {}
      return texts.declined(code && message ? `${code}: ${message}` : code)
    }
    case 'order.payment_expired':
      return order.status === 'payment_expired' ? texts.expired : undefined
    case 'order.attention_required': {
      if (!order.conflict) return undefined
      const text = (minor: bigint, currency: string) =>
        `${formatMoney(moneyFromMinor(minor, currency))} ${currency}`
      const charged = payment
        ? text(payment.total_minor ?? payment.amount_minor, payment.currency)
        : '?'
      return texts.conflict[order.conflict](charged, text(order.amount_minor, order.currency))
    }
    case 'order.updated': {
      const charges = chargesInWords(message, shop.locale)
      return charges && texts.paidBy(charges.effective, charges.others)
    }
    default:
      return undefined
  }
}
