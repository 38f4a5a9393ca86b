import type { PaymentRow, StoreRow } from '../../db/db.ts'
import { type Failure, unreachable } from '../../gateway/outcomes.ts'
import { resolveCharge } from '../attempts/resolve-attempts.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { pollPayment } from './poll-payment.ts'

export const CHARGE_UNRESOLVED = unreachable(
  'none',
  'what became of an earlier charge is not known yet',
)

/** Returns 3-D Secure challenges that the customer may have passed. */
export const openChallenges = (attempts: readonly PaymentRow[]): PaymentRow[] =>
  attempts.filter(({ state }) => state === 'authenticating')

/** Returns checkouts and challenges that the customer may have paid. */
export const openAttempts = (attempts: readonly PaymentRow[]): PaymentRow[] => [
  ...attempts.filter(
    ({ mode, state, gateway_payment_id }) =>
      mode === 'hosted' && state === 'pending' && gateway_payment_id !== null,
  ),
  ...openChallenges(attempts),
]

/**
 * Polls the gateway for open attempts before another charge, checkout or amount change: an event
 * may be late or lost, and a customer who paid must not pay twice. Returns a failure, or
 * `undefined` with the outcomes recorded. A challenge missing at the gateway counts as open.
 */
export const pollOpenAttempts = async (
  ctx: PaymentsContext,
  store: StoreRow,
  attempts: readonly PaymentRow[],
): Promise<Failure | undefined> => {
  const failures = await Promise.all(
    attempts.map((payment) => pollAttempt(ctx, { store, payment })),
  )
  return failures.find((failure) => failure !== undefined)
}

const pollAttempt = async (
  ctx: PaymentsContext,
  about: { store: StoreRow; payment: PaymentRow },
): Promise<Failure | undefined> => {
  if (about.payment.mode !== 'hosted') {
    const { found } = await resolveCharge(ctx, about)
    return found.outcome === 'found' || found.outcome === 'absent' ? undefined : found
  }
  const polled = await pollPayment(ctx, about)
  if (polled.outcome === 'unreadable') return unreachable('none', polled.detail)
  // The store now uses another gateway account (4.4), so the attempt is no longer payable.
  const isGone = polled.outcome === 'not-found' && polled.kind === 'payment_not_found'
  return polled.outcome === 'seen' || isGone ? undefined : polled
}
