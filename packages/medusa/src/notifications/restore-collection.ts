import { type MedusaAmount, textOf, toDecimal } from '../money.js'
import type { Services } from './container.js'
import type { RecordedSession } from './recorded-session.js'

interface Row {
  raw_total?: MedusaAmount
  raw_amount?: MedusaAmount
}

/**
 * Brings the payment collection of a paid cart back to the cart's total. Medusa refuses to change a paid
 * cart, and takes the change of its items back, but not the new amount of the collection.
 */
export const restoreCollection = async (
  { query, payments }: Services,
  { amount, currency, collectionId }: RecordedSession,
  cartId: string,
): Promise<void> => {
  const read = async (entity: string, field: keyof Row, id: string) => {
    const { data } = await query.graph({ entity, fields: ['id', field], filters: { id } })
    return (data[0] as Row | undefined)?.[field]
  }
  const total = await read('cart', 'raw_total', cartId)
  const collected = await read('payment_collection', 'raw_amount', collectionId)
  if (total === undefined || collected === undefined) return
  const isPaidInFull = toDecimal(total, currency) === amount
  if (isPaidInFull && toDecimal(collected, currency) !== amount)
    await payments.updatePaymentCollections(collectionId, { amount: textOf(total) })
}
