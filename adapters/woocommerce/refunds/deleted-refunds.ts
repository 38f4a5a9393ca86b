import { z } from 'zod'
import { textOfRefund } from '../../order-notes.ts'
import type { RefundOfMessage } from '../../refund-state.ts'
import type { SiteClient } from '../options.ts'
import { noteOnce } from '../orders/notes.ts'
import { metaOf, type WooOrder } from '../orders/order.ts'
import type { RestOutcome } from '../rest/rest-client.ts'
import { WOO_TEXTS } from '../texts.ts'
import type { RefundRowsPlan } from './plan-refund-rows.ts'

/** Order meta: refunds that had a row, `{refund id: 'once' | 'again'}`. */
export const SEEN_META = '_puente_seen_refunds'

/** `again`: deleted and restored once. */
const seenRefunds = z.record(z.string(), z.enum(['once', 'again']))
export type SeenRefunds = z.output<typeof seenRefunds>

/**
 * Returns refunds that had a row; one without a row now was deleted. Unreadable meta counts as
 * empty.
 */
export const seenRefundsOf = (order: WooOrder): SeenRefunds => {
  try {
    return seenRefunds.parse(JSON.parse(metaOf(order, SEEN_META) ?? '{}'))
  } catch {
    return {}
  }
}

/** Returns the meta with new refunds; `undefined` if unchanged. */
export const seenWith = (seen: SeenRefunds, booked: readonly string[]): SeenRefunds | undefined => {
  const fresh = booked.filter((id) => !seen[id])
  return fresh.length === 0
    ? undefined
    : { ...seen, ...Object.fromEntries(fresh.map((id) => [id, 'once' as const])) }
}

/**
 * Restores a deleted refund row once, because its money does not come back; a second deletion
 * stays. Notes either case on the order first. Returns the rows to create.
 */
export const noteDeleted = async (
  shop: SiteClient,
  { order, refunds }: { order: WooOrder; refunds: readonly RefundOfMessage[] },
  missing: RefundRowsPlan['missing'],
): Promise<RestOutcome<RefundRowsPlan['missing']>> => {
  const seen = seenRefundsOf(order)
  const { refundBack, refundLeftOut } = WOO_TEXTS[shop.locale].notes
  for (const { refundId } of missing) {
    const refund = refunds.find(({ id }) => id === refundId)
    const before = seen[refundId]
    if (!refund || !before) continue
    const isFirst = before === 'once'
    const marker = `${refundId}:${isFirst ? 'back' : 'left-out'}`
    const text = textOfRefund(isFirst ? refundBack : refundLeftOut, refund, shop.locale)
    const noted = await noteOnce(shop, order.id, { marker, text })
    if (noted.outcome === 'failed') return noted
  }
  const toMake = missing.filter(({ refundId }) => seen[refundId] !== 'again')
  return { outcome: 'done', value: toMake }
}
