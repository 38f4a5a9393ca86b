import { asPassed, type MedusaAmount, textOf, toDecimal } from '../money.js'
import type { Services } from './container.js'
import type { RecordedSession } from './recorded-session.js'

interface Row {
  raw_total?: MedusaAmount
  raw_amount?: MedusaAmount
}

const readAmount = async (
  { query }: Services,
  entity: string,
  field: keyof Row,
  id: string,
): Promise<MedusaAmount | undefined> => {
  const { data } = await query.graph({ entity, fields: ['id', field], filters: { id } })
  return (data[0] as Row | undefined)?.[field]
}

/** Reads what the cart of a session costs now; without a cart, what the session asked for. */
const totalOf = async (
  services: Services,
  { cartId, amount }: RecordedSession,
): Promise<MedusaAmount> =>
  cartId === undefined
    ? amount
    : ((await readAmount(services, 'cart', 'raw_total', cartId)) ?? amount)

/** Decimal text of what the cart of a session costs now. */
export const costNow = async (services: Services, session: RecordedSession): Promise<string> =>
  toDecimal(asPassed(await totalOf(services, session)), session.currency)

/**
 * Brings the payment collection of a paid session back to what its customer paid for. Medusa refuses
 * to change a paid cart, and takes the change of its items back, but not the new amount of the
 * collection. A second change of an order gives the collection another amount, too.
 */
export const restoreCollection = async (
  services: Services,
  session: RecordedSession,
): Promise<void> => {
  const { amount, currency, collectionId } = session
  const total = await totalOf(services, session)
  const collected = await readAmount(services, 'payment_collection', 'raw_amount', collectionId)
  if (collected === undefined || toDecimal(asPassed(total), currency) !== amount) return
  if (toDecimal(asPassed(collected), currency) !== amount)
    await services.payments.updatePaymentCollections(collectionId, { amount: textOf(total) })
}
