import { z } from 'zod'
import type { Language } from '../../../src/locales/language.ts'
import { type OrderNote, textOfRefund } from '../../order-notes.ts'
import { recordOf, type WooOrder } from '../orders/order.ts'
import { WOO_TEXTS } from '../texts.ts'
import type { RefundRowsPlan } from './plan-refund-rows.ts'

/** Order meta: refunds that had a row, `{refund id: 'once' | 'again'}`. */
export const SEEN_META = '_puente_seen_refunds'

/** `again`: deleted and restored once. */
const seenState = z.enum(['once', 'again'])
type SeenRefunds = Record<string, z.output<typeof seenState>>

export const seenRefundsOf = (order: WooOrder): SeenRefunds => recordOf(order, SEEN_META, seenState)

/** Returns `undefined` if unchanged. */
export const seenWith = (seen: SeenRefunds, booked: readonly string[]): SeenRefunds | undefined => {
  const fresh = booked.filter((id) => !seen[id])
  return fresh.length === 0
    ? undefined
    : { ...seen, ...Object.fromEntries(fresh.map((id) => [id, 'once' as const])) }
}

/**
 * Describes deleted rows. Puente restores each once, because its money does not come back; a second
 * deletion stays.
 */
export const notesOfDeleted = (
  { missing, seen }: Pick<RefundRowsPlan, 'missing'> & { seen: SeenRefunds },
  locale: Language,
): OrderNote[] =>
  missing.flatMap(({ refund }) => {
    const before = seen[refund.id]
    if (!before) return []
    const { refundBack, refundLeftOut } = WOO_TEXTS[locale].notes
    const isFirst = before === 'once'
    const text = textOfRefund(isFirst ? refundBack : refundLeftOut, refund, locale)
    return [{ marker: `${refund.id}:${isFirst ? 'back' : 'left-out'}`, text }]
  })
