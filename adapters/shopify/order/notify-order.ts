import { holdsMoney } from '../../../src/domain/order-status.ts'
import { DELIVERED, type DeliveryResult, type OrderMessage } from '../../adapter.ts'
import { rejectedDelivery } from '../../delivery-result.ts'
import { noteOfChargedMore, textOfConflict } from '../../order-notes.ts'
import { SHOPIFY_TEXTS } from '../texts.ts'
import { endOrder } from './end-order.ts'
import { addNotes, type Note, noteAbout } from './notes.ts'
import {
  bringToPaid,
  NO_SUCH_ORDER,
  type ObservationToRecord,
  observeOrder,
} from './payments/mark-paid.ts'
import { isMarkedFor } from './payments/order-metafield.ts'
import { shopifyStateOf } from './reading/money-of-order.ts'
import { enterRefunds, notesOfRefunds } from './refunds/enter-refunds.ts'
import type { ShopClient } from './shop.ts'

/**
 * Converges an order in Shopify to ours. The message type selects notes only: late, repeated or
 * reordered notifications converge too.
 */
export const notifyOrder = async (
  shop: ShopClient,
  message: OrderMessage,
): Promise<DeliveryResult> => {
  const read = await observeOrder(shop, message.order.external_id)
  // Needs attention only if the deleted order holds money.
  if (!read) return holdsMoney(message.order) ? rejectedDelivery(NO_SUCH_ORDER) : DELIVERED
  return read.outcome === 'failed' ? read : converge(shop, read.seen, message)
}

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
      return note(shop, seen, [...conflict, ...notesOfRefunds(shop, message)])
    case 'cancelled':
      // The store itself cancelled it. After a reinstall this may be a repeat, with the order open
      // there again.
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
  return note(shop, paid, notes)
}

const note = async (
  shop: ShopClient,
  { order }: ObservationToRecord,
  notes: readonly Note[],
): Promise<DeliveryResult> => (await addNotes(shop, order, notes)) ?? DELIVERED

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
    return note(shop, seen, notesOfRefunds(shop, message))
  }
  const entered = await enterRefunds(shop, seen, message)
  return entered.outcome === 'entered' ? note(shop, seen, entered.notes) : entered
}

const isOfAmount = (
  { money: { outstanding } }: ObservationToRecord,
  { order }: OrderMessage,
): boolean =>
  outstanding.minor === order.amount_minor && outstanding.currency.code === order.currency

const chargedMoreNote = ({ locale }: ShopClient, message: OrderMessage): Note[] => {
  const more = noteOfChargedMore(message, locale)
  return more ? [noteAbout(more.marker, more.text)] : []
}

const conflictNote = ({ locale }: ShopClient, message: OrderMessage): Note[] => {
  const text = textOfConflict(message, SHOPIFY_TEXTS[locale].notes, locale)
  return text ? [noteAbout(message.id, text)] : []
}
