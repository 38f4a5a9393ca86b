import { setOrderNote } from '../graphql/operations/change-order.ts'
import type { ShopOrder } from '../graphql/operations/order-for-payment.ts'
import { type NotTold, notTold } from '../told.ts'
import type { Shop } from './shop.ts'

/** A line of an order's note; it is written once for each `marker`, which stands in it. */
export interface Note {
  marker: string
  line: string
}

/** A line that says whose it is, and of what: a payment, a refund, a message. */
export const noteAbout = (marker: string, text: string): Note => ({
  marker,
  line: `Puente: ${text} [${marker}]`,
})

/** The longest note that Shopify takes. */
const MOST_NOTE = 5_000

/**
 * Adds lines to an order's note, those that are not there yet. The note is one text, in which the
 * shop's people and the buyer write as well: what stands there stays. Lines for which there is no
 * room are left out.
 */
export const addNotes = async (
  { graphql }: Shop,
  { id, note }: Pick<ShopOrder, 'id' | 'note'>,
  notes: readonly Note[],
): Promise<NotTold | undefined> => {
  const before = note?.trimEnd() ?? ''
  let after = before
  for (const { marker, line } of notes) {
    const longer = after ? `${after}\n${line}` : line
    if (!after.includes(marker) && longer.length <= MOST_NOTE) after = longer
  }
  if (after === before) return undefined
  const written = await graphql(setOrderNote, { input: { id, note: after } })
  return written.outcome === 'done' ? undefined : notTold(written)
}
