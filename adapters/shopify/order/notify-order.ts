import { holdsMoney } from '../../../src/domain/order-status.ts'
import { DELIVERED, type DeliveryResult, type OrderMessage } from '../../adapter.ts'
import { rejectedDelivery } from '../../delivery-result.ts'
import { noteOfChargedMore, textOfConflict } from '../../order-notes.ts'
import { failedDelivery } from '../delivery-result.ts'
import { SHOPIFY_TEXTS } from '../texts.ts'
import { endOrder } from './end-order.ts'
import { addNotes, type Note, noteAbout } from './notes.ts'
import { bringToPaid, NO_SUCH_ORDER, type ObservationToRecord } from './payments/mark-paid.ts'
import { isMarkedFor } from './payments/order-metafield.ts'
import { moneyOfOrder } from './reading/money-of-order.ts'
import { shopifyStateOf } from './reading/order-state.ts'
import { unreadableOrder } from './reading/unreadable-order.ts'
import { enterRefunds, notesOfRefunds } from './refunds/enter-refunds.ts'
import { readShopifyOrder, type ShopClient } from './shop.ts'

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

const chargedMoreNote = ({ locale }: ShopClient, message: OrderMessage): Note[] => {
  const note = noteOfChargedMore(message, locale)
  return note ? [noteAbout(note.marker, note.text)] : []
}

const conflictNote = ({ locale }: ShopClient, message: OrderMessage): Note[] => {
  const text = textOfConflict(message, SHOPIFY_TEXTS[locale].notes, locale)
  return text ? [noteAbout(message.id, text)] : []
}
