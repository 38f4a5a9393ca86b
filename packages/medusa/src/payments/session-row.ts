import { MedusaError } from '@medusajs/framework/utils'
import { type MedusaAmount, toDecimal } from '../money.js'
import type { Customer } from './open-checkout.js'
import type { AskedCharge } from './read-charge.js'
import { orderIdIn, type StoredData } from './session-data.js'

/** A payment session in Medusa's database, with what its cart costs now. */
export interface SessionRow extends AskedCharge {
  /** Decimal text. Differs from `amount` if the cart changed while its customer paid. */
  due: string
  /** The customer who was signed in, as Medusa verified. */
  customer: Customer | undefined
}

interface SessionService {
  retrieve(
    id: string,
    config: { relations: string[] },
  ): Promise<{
    currency_code: string
    raw_amount: MedusaAmount
    context: { customer?: Customer | undefined } | null
    payment_collection: { raw_amount: MedusaAmount } | null
  }>
}

/**
 * Reads the session that Medusa authorizes. Throws while Medusa creates it: until then, its data
 * are those of the browser.
 */
export const sessionRowOf = async (
  service: unknown,
  sessionId: string,
  data: StoredData,
): Promise<SessionRow> => {
  if (orderIdIn(data) !== sessionId)
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `Medusa is still creating the payment session ${sessionId}. Try again.`,
    )
  const row = await (service as SessionService).retrieve(sessionId, {
    relations: ['payment_collection'],
  })
  const currency = row.currency_code.toUpperCase()
  return {
    id: sessionId,
    amount: toDecimal(row.raw_amount, currency),
    currency,
    due: toDecimal(row.payment_collection?.raw_amount ?? row.raw_amount, currency),
    customer: row.context?.customer,
  }
}
