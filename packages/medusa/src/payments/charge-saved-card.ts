import { type Puente, resultOf } from '@puente/node'
import { errorOf } from './errors.js'

export type CardCharge =
  /** Paid, or not decided yet: the order at Puente says which. */
  { outcome: 'charged' } | { outcome: 'declined'; message: string }

type Request = Parameters<Puente['checkouts']['create']>[0]

/**
 * Charges a saved card for a payment session. Repeating it after a lost answer charges once, because
 * the session's id is the order's id at Puente.
 */
export const chargeSavedCard = async (puente: Puente, request: Request): Promise<CardCharge> => {
  const charged = await resultOf(puente.checkouts.create(request))
  if (charged.ok) {
    const { declined } = charged.value
    return declined
      ? { outcome: 'declined', message: declined.customer_message }
      : { outcome: 'charged' }
  }
  const { error } = charged
  if (error.code === 'order_already_paid') return { outcome: 'charged' }
  if (error.code === 'card_declined')
    return { outcome: 'declined', message: error.problem.customer_message }
  throw errorOf(error)
}
