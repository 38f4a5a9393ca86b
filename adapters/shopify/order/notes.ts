import { type FailedDelivery, rejectedDelivery } from '../../delivery-result.ts'
import { failedDelivery } from '../delivery-result.ts'
import { setOrderNoteMutation } from '../graphql/operations/change-order.ts'
import type { ShopifyOrder } from '../graphql/operations/order-for-payment.ts'
import type { ShopClient } from './shop.ts'

/** `marker`, part of the line, dedupes it. */
export interface Note {
  marker: string
  line: string
}

/** Ends with the id of a payment, refund or message. */
export const noteAbout = (marker: string, text: string): Note => ({
  marker,
  line: `Puente: ${text} [${marker}]`,
})

/** Shopify's limit. */
const MOST_NOTE = 5_000

/**
 * Appends missing lines to the note, which staff and buyer write, too. Skips lines that do not fit.
 */
export const addNotes = async (
  { graphql }: ShopClient,
  { id, note }: ShopifyOrder,
  notes: readonly Note[],
): Promise<FailedDelivery | undefined> => {
  const before = note?.trimEnd() ?? ''
  let after = before
  for (const { marker, line } of notes) {
    const longer = after ? `${after}\n${line}` : line
    if (!after.includes(marker) && longer.length <= MOST_NOTE) after = longer
  }
  if (after === before) return undefined
  const written = await graphql(setOrderNoteMutation, { input: { id, note: after } })
  return written.outcome === 'done' ? undefined : failedDelivery(written)
}

/** Adds a note for staff, and rejects the notification. */
export const rejectWithNote = async (
  shop: ShopClient,
  order: ShopifyOrder,
  { marker, text, detail }: { marker: string; text: string; detail: string },
): Promise<FailedDelivery> =>
  (await addNotes(shop, order, [noteAbout(marker, text)])) ?? rejectedDelivery(detail)
