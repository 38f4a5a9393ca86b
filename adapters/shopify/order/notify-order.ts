import { moneyFromMinor } from '../../../src/domain/money.ts'
import {
  chargesInWords,
  type DeliveryResult,
  holdsMoney,
  type OrderMessage,
} from '../../adapter.ts'
import { DELIVERED, failedDelivery, rejectedDelivery } from '../delivery-result.ts'
import { endOrder } from './end-order.ts'
import { addNotes, type Note, noteAbout } from './notes.ts'
import {
  bringToPaid,
  NO_SUCH_ORDER,
  type ObservationToRecord,
  textOf,
} from './payments/mark-paid.ts'
import { isMarkedFor } from './payments/order-metafield.ts'
import { moneyOfOrder } from './reading/money-of-order.ts'
import { shopifyStateOf } from './reading/order-state.ts'
import { unreadableOrder } from './reading/unreadable-order.ts'
import { enterRefunds, notesOfRefunds } from './refunds/enter-refunds.ts'
import { readShopifyOrder, type ShopClient } from './shop.ts'
import { SHOPIFY_NOTE_TEXTS } from './texts.ts'

/**
 * Converges an order in Shopify to its state here. The message type selects notes only: late,
 * repeated or reordered notifications have the same result.
 */
export const notifyOrder = async (
  shop: ShopClient,
  message: OrderMessage,
): Promise<DeliveryResult> => {
  const read = await readShopifyOrder(shop, message.order.external_id)
  if (read.outcome !== 'done') return failedDelivery(read)
  if (!read.value) return ofDeleted(message)
  const money = moneyOfOrder(read.value, shop.policy)
  if (!money) return rejectedDelivery(unreadableOrder(read.value).detail)
  return converge(shop, { order: read.value, money }, message)
}

/** Needs attention only if the deleted order holds money. */
const ofDeleted = ({ order }: OrderMessage): DeliveryResult =>
  holdsMoney(order) ? rejectedDelivery(NO_SUCH_ORDER) : DELIVERED

const converge = async (
  shop: ShopClient,
  seen: ObservationToRecord,
  message: OrderMessage,
): Promise<DeliveryResult> => {
  const conflict = conflictNote(shop, message)
  switch (message.order.status) {
    case 'paid':
    case 'partially_refunded':
      return keepBooks(shop, seen, message)
    case 'refunded':
    case 'voided':
      return refundAll(shop, seen, message)
    case 'on_hold':
      return (
        (await addNotes(shop, seen.order, [...conflict, ...notesOfRefunds(shop, message)])) ??
        DELIVERED
      )
    case 'cancelled':
      // The store itself cancelled the order. After a reinstall this may be a repeat, and the order
      // may be open there again.
      return message.order.cancelled_by === 'store' ? DELIVERED : endOrder(shop, seen)
    case 'payment_expired':
    case 'awaiting_payment':
      return DELIVERED
  }
}

const keepBooks = async (
  shop: ShopClient,
  seen: ObservationToRecord,
  message: OrderMessage,
): Promise<DeliveryResult> => {
  const paid = await bringToPaid(shop, seen, message)
  if (paid.outcome !== 'paid') return paid
  const entered = await enterRefunds(shop, paid, message)
  if (entered.outcome !== 'entered') return entered
  const notes = [
    ...chargedMoreNote(shop, message),
    ...conflictNote(shop, message),
    ...entered.notes,
  ]
  return (await addNotes(shop, paid.order, notes)) ?? DELIVERED
}

/**
 * Handles a full refund. If Shopify never recorded the payment, a void needs no entry; a refund
 * enters both.
 */
const refundAll = async (
  shop: ShopClient,
  seen: ObservationToRecord,
  message: OrderMessage,
): Promise<DeliveryResult> => {
  const derived = shopifyStateOf(seen.order, seen.money)
  const isMarked = isMarkedFor(seen.order, message.order)
  const isOtherMethod = derived === 'paid-otherwise' || !isMarked
  const neverNotified = derived === 'unpaid' && message.order.status === 'refunded'
  if (neverNotified && isOfAmount(seen, message)) return keepBooks(shop, seen, message)
  if (isOtherMethod || seen.money.receivedMinor <= 0n) {
    return (await addNotes(shop, seen.order, notesOfRefunds(shop, message))) ?? DELIVERED
  }
  const entered = await enterRefunds(shop, seen, message)
  if (entered.outcome !== 'entered') return entered
  return (await addNotes(shop, seen.order, entered.notes)) ?? DELIVERED
}

const isOfAmount = (
  { money: { outstanding } }: ObservationToRecord,
  { order }: OrderMessage,
): boolean =>
  outstanding.minor === order.amount_minor && outstanding.currency.code === order.currency

/** Notes a fee, tax or tip above the order. */
const chargedMoreNote = (shop: ShopClient, { order, payment }: OrderMessage): Note[] => {
  const effectivePayment = payment?.id === order.current_payment_id ? payment : null
  const total = effectivePayment?.total_minor
  if (!effectivePayment || !total || total === effectivePayment.amount_minor) return []
  const text = (minor: bigint) => textOf(moneyFromMinor(minor, effectivePayment.currency))
  const more = text(total - effectivePayment.amount_minor)
  const words = SHOPIFY_NOTE_TEXTS[shop.locale].chargedMore(
    text(total),
    text(effectivePayment.amount_minor),
    more,
  )
  return [noteAbout(effectivePayment.id, words)]
}

const conflictNote = (shop: ShopClient, message: OrderMessage): Note[] => {
  const { id, type, order, payment } = message
  const charges = type === 'order.updated' && chargesInWords(message, shop.locale)
  if (charges) {
    return [
      noteAbout(id, SHOPIFY_NOTE_TEXTS[shop.locale].paidBy(charges.effective, charges.others)),
    ]
  }
  if (type !== 'order.attention_required' || !order.conflict) return []
  const text = (minor: bigint, currency: string) => textOf(moneyFromMinor(minor, currency))
  const charged = payment
    ? text(payment.total_minor ?? payment.amount_minor, payment.currency)
    : '?'
  const ordered = text(order.amount_minor, order.currency)
  return [noteAbout(id, SHOPIFY_NOTE_TEXTS[shop.locale].conflict[order.conflict](charged, ordered))]
}
