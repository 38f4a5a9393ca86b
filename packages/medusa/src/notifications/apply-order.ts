import { providerIdOf } from '../names.js'
import { chargeOf, isGivenBack, type OrderAtPuente } from '../payments/charge.js'
import { annotateOrder } from './annotate-order.js'
import type { Services } from './container.js'
import { followEffective } from './follow-effective.js'
import { placeOrder } from './place-order.js'
import { recordRefunds } from './record-refunds.js'
import { type RecordedSession, readSession } from './recorded-session.js'

/** Seconds that a notification waits for another one of the same order. */
const LOCK_SECONDS = 10

export type Applied =
  | { outcome: 'applied' }
  /** Nothing that a repetition could apply; the log says why. */
  | { outcome: 'not-applicable'; why: string }
  /** A repetition may apply it soon. */
  | { outcome: 'not-yet'; why: string }
  /** A repetition applies it after a person has acted; the log says how. */
  | { outcome: 'blocked'; why: string }

/** Brings Medusa to what Puente says about an order. Adds what Medusa lacks, so that order and repetition do not matter. */
export const applyOrder = async (
  services: Services,
  provider: string,
  seen: OrderAtPuente,
): Promise<Applied> => {
  const { id } = seen.order
  return services.locking.execute(`puente:${id}`, () => applyLocked(services, provider, seen), {
    timeout: LOCK_SECONDS,
  })
}

const applyLocked = async (
  services: Services,
  provider: string,
  seen: OrderAtPuente,
): Promise<Applied> => {
  const { id } = seen.order
  const session = await readSession(services, id)
  if (session === undefined) return withoutSession(seen)
  if (session.providerId !== providerIdOf(provider))
    return { outcome: 'not-applicable', why: `${id} is a session of ${session.providerId}.` }
  const placed = await place(services, session, seen)
  if (placed.outcome !== 'applied') return placed
  const recorded = await readSession(services, id)
  if (recorded?.payment === undefined) return { outcome: 'applied' }
  const paid = { ...recorded, payment: recorded.payment }
  const refunds = await recordRefunds(services, await followEffective(services, paid, seen), seen)
  const after = await readSession(services, id)
  if (after?.payment !== undefined && after.orderId !== undefined)
    await annotateOrder(services, after.orderId, { ...after, payment: after.payment }, seen)
  return refunds
}

const place = async (
  services: Services,
  session: RecordedSession,
  seen: OrderAtPuente,
): Promise<Applied> => {
  const charge = chargeOf(seen, session)
  switch (charge.outcome) {
    case 'unpaid':
    case 'over':
      return { outcome: 'applied' }
    case 'held':
      return session.payment === undefined
        ? { outcome: 'not-applicable', why: charge.why }
        : { outcome: 'applied' }
    case 'paid':
      return session.isInitiated
        ? placeOrder(services, session)
        : { outcome: 'not-yet', why: `Medusa is still creating the payment session ${session.id}.` }
  }
}

const withoutSession = (seen: OrderAtPuente): Applied => {
  const { id, effective_payment_id } = seen.order
  if (effective_payment_id === null || isGivenBack(seen)) return { outcome: 'applied' }
  return {
    outcome: 'not-applicable',
    why: `The customer paid ${id}, and Medusa has no such payment session. Refund the payment at Puente.`,
  }
}
