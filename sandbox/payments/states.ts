import type { EventType } from '../../src/contract/events.ts'
import type { PaymentState } from '../../src/contract/payment-states.ts'

/** What can happen to a payment. */
export type Happening = 'charge_approved' | 'charge_declined' | 'expiry_swept'

interface Transition {
  from: PaymentState
  on: Happening
  to: PaymentState
  event: EventType
  /** Only a reusable payment is charged again after it was paid. */
  reusableOnly?: true
}

/** `gateway-api.md` 3, row by row. What is not here cannot happen. */
export const TRANSITIONS: readonly Transition[] = [
  { from: 'pending', on: 'charge_approved', to: 'paid', event: 'payment.approved' },
  { from: 'pending', on: 'charge_declined', to: 'pending', event: 'payment.failed' },
  { from: 'pending', on: 'expiry_swept', to: 'expired', event: 'payment.expired' },
  {
    from: 'paid',
    on: 'charge_approved',
    to: 'paid',
    event: 'payment.approved',
    reusableOnly: true,
  },
  { from: 'paid', on: 'charge_declined', to: 'paid', event: 'payment.failed', reusableOnly: true },
]

interface StateOfPayment {
  status: PaymentState
  reusable: boolean
  expires_at: Date | null
}

/** The transition that a happening causes, or `undefined` when the payment's state forbids it. */
export const transitionOf = (
  payment: Pick<StateOfPayment, 'status' | 'reusable'>,
  happening: Happening,
): Transition | undefined =>
  TRANSITIONS.find(
    ({ from, on, reusableOnly }) =>
      from === payment.status && on === happening && (payment.reusable || !reusableOnly),
  )

export type Payability = 'payable' | 'expired' | 'consumed' | 'closed'

/**
 * Whether a customer can pay now. A link is dead from `expires_at` on, though the payment's
 * status says so only after the sweep (3). `consumed`: it was paid; `closed`: any other end.
 */
export const payabilityOf = (payment: StateOfPayment, now: Date): Payability => {
  if (payment.status === 'expired') return 'expired'
  if (!transitionOf(payment, 'charge_approved')) {
    return payment.status === 'disabled' ? 'closed' : 'consumed'
  }
  return payment.expires_at && payment.expires_at <= now ? 'expired' : 'payable'
}
