import { type Failure, unreachable } from '../gateway/outcomes.ts'
import type { PaymentRow, StoreRow } from '../ledger/ledger.ts'
import { askAboutPayment } from './ask-gateway.ts'
import type { PaymentsContext } from './context.ts'

/** Checkouts that a customer can have paid by now, as far as we know. */
export const openCheckouts = (attempts: readonly PaymentRow[]): PaymentRow[] =>
  attempts.filter(
    ({ mode, state, gateway_payment_id }) =>
      mode === 'hosted' && state === 'pending' && gateway_payment_id !== null,
  )

/**
 * Asks the gateway whether checkouts of an order were paid: the news of it may be late or lost, and
 * whoever has paid must not be asked to pay once more. `undefined`: what they came to is recorded.
 */
export const lookAtCheckouts = async (
  ctx: PaymentsContext,
  store: StoreRow,
  checkouts: readonly PaymentRow[],
): Promise<Failure | undefined> => {
  const answers = await Promise.all(
    checkouts.map((payment) => askAboutPayment(ctx, { store, payment })),
  )
  for (const answer of answers) {
    if (answer.outcome === 'unreadable') return unreachable('none', answer.detail)
    // A payment of an account that the store has left (4.4) is not payable with it any more.
    const isGone = answer.outcome === 'not-found' && answer.kind === 'payment_not_found'
    if (answer.outcome !== 'seen' && !isGone) return answer
  }
  return undefined
}
