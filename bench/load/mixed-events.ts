import { randomUUID } from 'node:crypto'
import { countOf, type Numbers } from '../contenders/contender.ts'
import type { Happened } from './signed-deliveries.ts'

/** Events, and the change in orders per status (`ends`). */
export interface Mix {
  happened: Happened[]
  ends: Readonly<Record<string, number>>
}

/** The mix repeats after this many events. */
export const MIX_STEP = 40

/** Four of forty events are no first approval. */
const OF_FORTY = { 9: 'declined', 19: 'expired', 29: 'refunded', 39: 'repeated' } as const

/**
 * Creates one event per order, with refunds for orders in `paid`. Half of the duplicates repeat the
 * event; half are new events about the same payment.
 */
export const mixedEvents = (waiting: Numbers, paid: Numbers): Mix => {
  const happened: Happened[] = []
  const ends = { paid: 0, payment_expired: 0, refunded: 0 }
  let refundable = paid.from
  for (let index = 0; index < countOf(waiting); index++) {
    const id = waiting.from + index
    const payment = { id, reference: String(id), eventId: randomUUID() }
    switch (OF_FORTY[(index % MIX_STEP) as keyof typeof OF_FORTY]) {
      case undefined:
        happened.push(payment)
        ends.paid++
        break
      case 'declined':
        happened.push({ ...payment, type: 'payment.failed' })
        break
      case 'expired':
        happened.push({ ...payment, type: 'payment.expired' })
        ends.payment_expired++
        break
      case 'refunded': {
        const of = refundable++
        happened.push({ ...payment, id: of, reference: String(of), type: 'payment.refunded' })
        ends.refunded++
        ends.paid--
        break
      }
      case 'repeated': {
        const earlier = happened[index - 37] ?? payment
        const isSameEvent = (index / MIX_STEP) & 1
        happened.push(isSameEvent ? earlier : { ...earlier, eventId: payment.eventId })
      }
    }
  }
  return { happened, ends }
}
