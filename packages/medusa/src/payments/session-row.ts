import { MedusaError } from '@medusajs/framework/utils'
import { asPassed, type MedusaAmount, toDecimal } from '../money.js'
import type { Customer } from './open-checkout.js'
import type { AskedCharge } from './read-charge.js'
import { orderIdIn, type StoredData, textIn } from './session-data.js'

/** A payment session in Medusa's database, with what its cart costs now. */
export interface SessionRow extends AskedCharge {
  /** Decimal text. Differs from `amount` if the cart changed while its customer paid. */
  due: string
  /** The customer who was signed in, as Medusa verified. */
  customer: Customer | undefined
  /** Other sessions of the cart with this provider, which a failed deletion left. */
  otherIds: string[]
}

interface SessionService {
  retrieve(
    id: string,
    config: { relations: string[] },
  ): Promise<{
    currency_code: string
    provider_id: string
    raw_amount: MedusaAmount
    context: { customer?: Customer | undefined } | null
    payment_collection: {
      raw_amount: MedusaAmount
      payment_sessions: { id: string; provider_id: string }[]
    } | null
  }>
  list(filters: { id: string }): Promise<{ data: StoredData }[]>
}

/** Whether data are those of their session. While Medusa creates it, they are those of the browser. */
export const isDataOfSession = async (
  service: unknown,
  id: string,
  data: StoredData,
): Promise<boolean> => {
  const [row] = await (service as SessionService).list({ id })
  const page = textIn(row?.data, 'pay_url')
  return page !== undefined && page === textIn(data, 'pay_url')
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
    relations: ['payment_collection.payment_sessions'],
  })
  const currency = row.currency_code.toUpperCase()
  const { raw_amount: due, payment_sessions: sessions } = row.payment_collection ?? {
    raw_amount: row.raw_amount,
    payment_sessions: [],
  }
  const others = sessions.filter(
    ({ id, provider_id }) => id !== sessionId && provider_id === row.provider_id,
  )
  return {
    id: sessionId,
    amount: toDecimal(asPassed(row.raw_amount), currency),
    currency,
    due: toDecimal(asPassed(due), currency),
    customer: row.context?.customer,
    otherIds: others.map(({ id }) => id),
  }
}
