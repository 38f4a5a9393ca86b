import { type MedusaAmount, toDecimal } from '../money.js'

interface SessionService {
  retrieve(
    id: string,
    config: { relations: string[] },
  ): Promise<{
    currency_code: string
    raw_amount: MedusaAmount
    payment_collection: { raw_amount: MedusaAmount } | null
  }>
}

export type AmountDue =
  | { outcome: 'unchanged' }
  /** The cart changed while its customer paid: the charge does not pay it any more. */
  | { outcome: 'changed'; due: string }

/**
 * Compares the amount of a payment session with what its cart costs now. Medusa deletes sessions of
 * a changed cart, except one that the customer has paid meanwhile.
 */
export const amountDue = async (sessions: unknown, sessionId: string): Promise<AmountDue> => {
  const { currency_code, raw_amount, payment_collection } = await (
    sessions as SessionService
  ).retrieve(sessionId, { relations: ['payment_collection'] })
  const currency = currency_code.toUpperCase()
  const due = toDecimal(payment_collection?.raw_amount ?? raw_amount, currency)
  return due === toDecimal(raw_amount, currency)
    ? { outcome: 'unchanged' }
    : { outcome: 'changed', due }
}
