import type { EventType } from '../../../src/contract/events.ts'
import type { PaymentState } from '../../../src/contract/payment-states.ts'
import type { ChargeOrigin } from '../database/tables.ts'

export type TransitionCause =
  | 'charge_approved'
  | 'charge_declined'
  | 'expiry_swept'
  | 'voided'
  | 'refunded_in_full'
  | 'refunded_in_part'
  | 'disabled'

interface Transition {
  from: PaymentState
  on: TransitionCause
  to: PaymentState
  /** `null`: not in the contract (6.2, disabled). */
  event: EventType | null
  /** Only reusable payments accept another charge once paid. */
  reusableOnly?: true
}

const AFTER_A_CHARGE = ['paid', 'partially_refunded', 'refunded', 'voided'] as const

/**
 * Complete state machine (3). A reusable payment shows its latest approved transaction; each
 * transitions independently.
 */
export const TRANSITIONS: readonly Transition[] = [
  { from: 'pending', on: 'charge_approved', to: 'paid', event: 'payment.approved' },
  { from: 'pending', on: 'charge_declined', to: 'pending', event: 'payment.failed' },
  { from: 'pending', on: 'expiry_swept', to: 'expired', event: 'payment.expired' },
  { from: 'pending', on: 'disabled', to: 'disabled', event: null },
  { from: 'paid', on: 'voided', to: 'voided', event: 'payment.voided' },
  { from: 'paid', on: 'refunded_in_full', to: 'refunded', event: 'payment.refunded' },
  {
    from: 'paid',
    on: 'refunded_in_part',
    to: 'partially_refunded',
    event: 'payment.partially_refunded',
  },
  { from: 'partially_refunded', on: 'refunded_in_full', to: 'refunded', event: 'payment.refunded' },
  {
    from: 'partially_refunded',
    on: 'refunded_in_part',
    to: 'partially_refunded',
    event: 'payment.partially_refunded',
  },
  ...AFTER_A_CHARGE.flatMap((from): Transition[] => [
    { from, on: 'charge_approved', to: 'paid', event: 'payment.approved', reusableOnly: true },
    { from, on: 'disabled', to: 'disabled', event: null, reusableOnly: true },
  ]),
  // An attempt in flight at the bank reports its outcome even after the payment has ended (4.13).
  ...([...AFTER_A_CHARGE, 'expired', 'disabled'] as const).map(
    (from): Transition => ({ from, on: 'charge_declined', to: from, event: 'payment.failed' }),
  ),
]

interface StateOfPayment {
  status: PaymentState
  reusable: boolean
  origin: ChargeOrigin
  expires_at: Date | null
}

export const transitionOf = (
  payment: Pick<StateOfPayment, 'status' | 'reusable'>,
  happening: TransitionCause,
): Transition | undefined =>
  TRANSITIONS.find(
    ({ from, on, reusableOnly }) =>
      from === payment.status && on === happening && (payment.reusable || !reusableOnly),
  )

export type Payability = 'payable' | 'expired' | 'consumed' | 'closed'

/**
 * A link dies at `expires_at`, although the status changes only with the sweep (3). `consumed`:
 * paid. `closed`: any other end, or another mode.
 */
export const payabilityOf = (payment: StateOfPayment, now: Date): Payability => {
  if (payment.status === 'expired') return 'expired'
  if (!transitionOf(payment, 'charge_approved')) {
    return payment.status === 'disabled' ? 'closed' : 'consumed'
  }
  if (payment.expires_at && payment.expires_at <= now) return 'expired'
  return payment.origin === 'checkout' ? 'payable' : 'closed'
}
