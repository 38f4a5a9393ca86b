import { MedusaError } from '@medusajs/framework/utils'
import { type Puente, resultOf } from '@puente/node'
import { errorOf } from '../payments/errors.js'
import type { Customer } from '../payments/open-checkout.js'
import type { StoredData } from '../payments/session-data.js'
import type { PuenteOptions } from '../settings/options.js'

/** Lists the cards that a customer of Medusa saved. */
export const cardsOf = async (puente: Puente, customerId: string) => {
  const listed = await resultOf(puente.savedCards.list({ identity_number: customerId }))
  if (!listed.ok && listed.error.code === 'saved_cards_disabled') return []
  if (!listed.ok) throw errorOf(listed.error)
  return listed.value.data.map(({ id, ...card }) => ({ id, data: { id, ...card } }))
}

/** Throws unless a card is one that the signed-in customer saved. */
export const assertOwnCard = async (
  puente: Puente,
  { savedCards }: PuenteOptions,
  customer: Customer | undefined,
  card: string,
): Promise<void> => {
  if (savedCards && customer !== undefined) {
    const own = await cardsOf(puente, customer.id)
    if (own.some(({ id }) => id === card)) return
  }
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    'The saved card does not belong to the signed-in customer.',
  )
}

/** Deletes a card of a customer at the gateway. Leaves cards of other customers alone. */
export const revokeCard = async (
  puente: Puente,
  customerId: string,
  cardId: string,
): Promise<void> => {
  const own = await cardsOf(puente, customerId)
  if (!own.some(({ id }) => id === cardId)) return
  const revoked = await resultOf(puente.savedCards.revoke(cardId))
  if (!revoked.ok && revoked.error.code !== 'no_such_saved_card') throw errorOf(revoked.error)
}

/** Reads the customer whose account holder Medusa passes. */
export const customerIdIn = (data: StoredData): string | undefined =>
  typeof data?.customer_id === 'string' ? data.customer_id : undefined
