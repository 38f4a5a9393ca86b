import type { Charge } from './charge.js'
import type { StoredData } from './session-data.js'

/** The statuses of Medusa's payment sessions that this provider uses. */
export type SessionStatus = 'pending' | 'requires_more' | 'captured' | 'canceled'

export const statusOf = ({ outcome }: Charge): SessionStatus => {
  switch (outcome) {
    case 'paid':
      return 'captured'
    case 'unpaid':
    case 'held':
      return 'requires_more'
    case 'over':
      return 'canceled'
  }
}

/** Status and data of a session after a look at its charge. */
export const sessionResult = (data: StoredData, charge: Charge) => {
  const status = statusOf(charge)
  switch (charge.outcome) {
    case 'paid': {
      const { id, transaction_id } = charge.payment
      return { status, data: { ...data, payment_id: id, transaction_id, problem: null } }
    }
    case 'unpaid':
      return { status, data: { ...data, problem: null } }
    case 'held':
    case 'over':
      return { status, data: { ...data, problem: charge.why } }
  }
}
