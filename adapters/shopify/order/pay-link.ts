import type { TellOutcome } from '../../adapter.ts'
import { setMetafields } from '../graphql/operations/change-order.ts'
import type { ShopOrder } from '../graphql/operations/order-for-payment.ts'
import { type NotTold, notTold, TOLD } from '../told.ts'
import { type KeptLink, keptLinkOf } from './kept-link.ts'
import { addNotes } from './notes.ts'
import { readOrder, type Shop } from './shop.ts'
import { TEXTS } from './texts.ts'

/** Stores the pay link on the Shopify order and, by policy, in its note. */
export const offerPayLinkAt = async (
  shop: Shop,
  orderId: string,
  payUrl: string,
): Promise<TellOutcome> => {
  const read = await readOrder(shop, orderId)
  if (read.outcome !== 'done') return notTold(read)
  const order = read.value
  if (!order) return { outcome: 'nobody-to-tell' }
  if (order.cancelledAt) return { outcome: 'cancelled-at-store' }
  const notKept = await keepAtOrder(shop, order, { url: payUrl })
  if (notKept) return notKept
  if (!shop.policy.note_pay_link) return TOLD
  const line = TEXTS[shop.locale].payLink(payUrl)
  return (await addNotes(shop, order, [{ marker: payUrl, line }])) ?? TOLD
}

/** Merges changes into Puente's data on an order. */
export const keepAtOrder = async (
  { graphql }: Shop,
  order: ShopOrder,
  changes: KeptLink,
): Promise<NotTold | undefined> => {
  const before = keptLinkOf(order)
  const kept = { ...before, ...changes }
  const value = JSON.stringify(kept)
  if (value === JSON.stringify(before)) return undefined
  const metafield = { ownerId: order.id, namespace: '$app', key: 'payment', type: 'json', value }
  const written = await graphql(setMetafields, { metafields: [metafield] })
  return written.outcome === 'done' ? undefined : notTold(written)
}
