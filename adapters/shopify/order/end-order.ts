import type { TellOutcome } from '../../adapter.ts'
import { cancelOrder, MOST_STAFF_NOTE } from '../graphql/operations/change-order.ts'
import { notTold, notYet, refusedFor, TOLD, wordsOf } from '../told.ts'
import { numberOf } from './ids.ts'
import type { Seen } from './mark-paid.ts'
import { derivedOf } from './order-state.ts'
import { readOrder, type Shop } from './shop.ts'
import { TEXTS } from './texts.ts'

/** Shopify cancels asynchronously, usually within moments. */
const CANCELS_WITHIN_MS = 5_000

/**
 * Cancels an unpaid order, with restocking, by the shop's policy. Keeps an order paid another way.
 */
export const endOrder = async (shop: Shop, { order, money }: Seen): Promise<TellOutcome> => {
  const { expired, restock } = shop.policy
  if (expired === 'leave' || derivedOf(order, money) !== 'unpaid') return TOLD
  const note = TEXTS[shop.locale].notPaidInTime.slice(0, MOST_STAFF_NOTE)
  const input = { id: order.id, reason: 'OTHER' as const, restock, note }
  const cancelled = await shop.graphql(cancelOrder, input)
  if (cancelled.outcome === 'failed') return notTold(cancelled)
  const read = await readOrder(shop, numberOf(order.id))
  if (read.outcome !== 'done') return notTold(read)
  // Refused, because already cancelled.
  if (!read.value || read.value.cancelledAt) return TOLD
  return cancelled.outcome === 'user-errors'
    ? refusedFor(`Shopify does not cancel the order: ${wordsOf(cancelled)}`)
    : notYet('Shopify is still cancelling the order', CANCELS_WITHIN_MS)
}
