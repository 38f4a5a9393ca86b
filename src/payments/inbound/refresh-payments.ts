import type { PaymentRow, StoreRow } from '../../db/db.ts'
import { type Failure, unreachable } from '../../gateway/outcomes.ts'
import { findOutCharge } from '../attempts/find-out-charge.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { askAboutPayment } from './ask-gateway.ts'

/** What is answered where it is not known whether a charge of the order was made. */
export const CHARGE_UNRESOLVED = unreachable(
  'none',
  'what became of an earlier charge is not known yet',
)

/** Challenges that a customer can have passed by now, as far as we know. */
export const openChallenges = (attempts: readonly PaymentRow[]): PaymentRow[] =>
  attempts.filter(({ state }) => state === 'authenticating')

/** Checkouts and challenges that a customer can have paid by now, as far as we know. */
export const openAttempts = (attempts: readonly PaymentRow[]): PaymentRow[] => [
  ...attempts.filter(
    ({ mode, state, gateway_payment_id }) =>
      mode === 'hosted' && state === 'pending' && gateway_payment_id !== null,
  ),
  ...openChallenges(attempts),
]

/**
 * Asks the gateway whether attempts at an order were paid: the event of it may be late or lost, and
 * whoever has paid must not be asked to pay once more. Comes before any other charge or checkout
 * of the order, and before its amount is changed. `undefined`: what they came to is recorded. A
 * challenge that the gateway does not show is open, like one that it shows as pending.
 */
export const refreshPayments = async (
  ctx: PaymentsContext,
  store: StoreRow,
  attempts: readonly PaymentRow[],
): Promise<Failure | undefined> => {
  const failures = await Promise.all(attempts.map((payment) => readAgain(ctx, { store, payment })))
  return failures.find((failure) => failure !== undefined)
}

const readAgain = async (
  ctx: PaymentsContext,
  about: { store: StoreRow; payment: PaymentRow },
): Promise<Failure | undefined> => {
  if (about.payment.mode !== 'hosted') {
    const { found } = await findOutCharge(ctx, about)
    return found.outcome === 'found' || found.outcome === 'absent' ? undefined : found
  }
  const asked = await askAboutPayment(ctx, about)
  if (asked.outcome === 'unreadable') return unreachable('none', asked.detail)
  // A payment of an account that the store has left (4.4) is not payable with it any more.
  const isGone = asked.outcome === 'not-found' && asked.kind === 'payment_not_found'
  return asked.outcome === 'seen' || isGone ? undefined : asked
}
