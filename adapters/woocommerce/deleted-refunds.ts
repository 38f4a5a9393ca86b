import { z } from 'zod'
import { noteOnce } from './notes.ts'
import type { Shop } from './options.ts'
import { metaOf, type WooOrder } from './order.ts'
import type { RefundPlan } from './plan-refund-rows.ts'
import { amountText, type Refund } from './refund-state.ts'
import type { RestOutcome } from './rest-client.ts'
import { TEXTS } from './texts.ts'

/** Meta of an order: refunds of ours that had a row in it, `{ours: seen}`. */
export const SEEN_META = '_puente_seen_refunds'

/** `again`: its row was deleted, and made once more. */
const seenRefunds = z.record(z.string(), z.enum(['once', 'again']))
export type SeenRefunds = z.output<typeof seenRefunds>

/** What had a row before: without one, it was deleted and not forgotten. */
export const seenRefundsOf = (order: WooOrder): SeenRefunds => {
  try {
    return seenRefunds.parse(JSON.parse(metaOf(order, SEEN_META) ?? '{}'))
  } catch {
    return {}
  }
}

/** What to remember of the rows that there are by now; `undefined`: it is known already. */
export const seenWith = (seen: SeenRefunds, booked: readonly string[]): SeenRefunds | undefined => {
  const fresh = booked.filter((id) => !seen[id])
  return fresh.length === 0
    ? undefined
    : { ...seen, ...Object.fromEntries(fresh.map((id) => [id, 'once' as const])) }
}

/**
 * A refund that was made and is deleted in WooCommerce comes back once: the money does not. Whoever
 * deletes it again wants it so. Both are said in a note, before anything is made. Returns which rows
 * to make.
 */
export const noteDeleted = async (
  shop: Shop,
  { order, refunds }: { order: WooOrder; refunds: readonly Refund[] },
  missing: RefundPlan['missing'],
): Promise<RestOutcome<RefundPlan['missing']>> => {
  const seen = seenRefundsOf(order)
  const texts = TEXTS[shop.locale]
  for (const { refundId } of missing) {
    const refund = refunds.find(({ id }) => id === refundId)
    const before = seen[refundId]
    if (!refund || !before) continue
    const say = before === 'once' ? texts.refundBack : texts.refundLeftOut
    const marker = `${refundId}:${before === 'once' ? 'back' : 'left-out'}`
    const noted = await noteOnce(shop, order.id, { marker, text: say(amountText(refund)) })
    if (noted.outcome === 'failed') return noted
  }
  const toMake = missing.filter(({ refundId }) => seen[refundId] !== 'again')
  return { outcome: 'done', value: toMake }
}
