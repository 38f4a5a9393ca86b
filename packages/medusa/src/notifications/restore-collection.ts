import { asPassed, type MedusaAmount, textOf, toDecimal } from '../money.js'
import type { Services } from './container.js'
import type { RecordedSession } from './recorded-session.js'

/** Medusa computes the raw total of a cart only together with the total. */
const CART_FIELDS = ['id', 'total', 'raw_total']

interface Row {
  raw_total?: MedusaAmount
  raw_amount?: MedusaAmount
}

const readRow = async (
  { query }: Services,
  entity: string,
  fields: readonly string[],
  id: string,
): Promise<Row> => {
  const { data } = await query.graph({ entity, fields, filters: { id } })
  return (data[0] as Row | undefined) ?? {}
}

const known = (amount: MedusaAmount | undefined): MedusaAmount => {
  if (amount === undefined) throw new Error('Medusa does not say what the customer should pay.')
  return amount
}

/** Reads what the cart of a session costs now; without a cart, what the session asked for. */
const totalOf = async (
  services: Services,
  { cartId, amount }: RecordedSession,
): Promise<MedusaAmount> => {
  if (cartId === undefined) return amount
  return known((await readRow(services, 'cart', CART_FIELDS, cartId)).raw_total)
}

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
  if (toDecimal(asPassed(total), currency) !== amount) return
  const fields = ['id', 'raw_amount']
  const { raw_amount } = await readRow(services, 'payment_collection', fields, collectionId)
  if (toDecimal(asPassed(known(raw_amount)), currency) !== amount)
    await services.payments.updatePaymentCollections(collectionId, { amount: textOf(total) })
}
