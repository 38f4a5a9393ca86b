import { MedusaError } from '@medusajs/framework/utils'

/**
 * What Medusa keeps of a payment session and shows to the storefront. The provider writes these
 * fields last, so that values of the browser never replace them.
 */
export interface SessionData {
  /** Medusa's id of the payment session, which is the id of the order at Puente. */
  id: string
  /** Page that the customer pays at. */
  pay_url: string
  amount: string
  currency: string
  /** Page of the gateway (`hosted`) or of Puente with card fields; `null` for the store's policy. */
  mode: 'hosted' | 'card_page' | null
  /** Clears the card that the browser sent: Medusa recreates sessions with their data, without the customer. */
  payment_method: null
  /** Saved card to charge when the cart is completed; `null` after a decline. */
  saved_card: string | null
  /** Sentence for the customer whose saved card was declined; `null` without a decline. */
  declined: string | null
  /** Why a charge does not pay this session, for the merchant. */
  problem: string | null
}

export type StoredData = Readonly<Record<string, unknown>> | undefined

/** Reads the order's id at Puente. `undefined`: the session never reached Puente. */
export const orderIdIn = (data: StoredData): string | undefined =>
  typeof data?.id === 'string' ? data.id : undefined

export const knownOrderId = (data: StoredData): string => {
  const id = orderIdIn(data)
  if (id !== undefined) return id
  throw new MedusaError(
    MedusaError.Types.INVALID_DATA,
    'The data of the payment have no id of Puente. Create a new payment session.',
  )
}

export const textIn = (data: StoredData, name: string): string | undefined => {
  const value = data?.[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
