import type { ReversalRow } from '../../ledger/ledger.ts'
import type { RefundInStore } from './store-change.ts'

type Reversal = Pick<
  ReversalRow,
  'id' | 'state' | 'origin' | 'idempotency_key' | 'payment_id' | 'amount_minor' | 'currency'
>

/**
 * Refunds that somebody wrote down in the store though the money had gone back already, by the
 * gateway's portal: the same amount, and the store has no refund for that yet. Each of both counts
 * once, the oldest first. `wishes`: those of the store's `refunds` that nobody knows.
 */
export const recordedRefunds = <Refund extends RefundInStore>({
  wishes,
  refunds,
  reversals,
  paymentId,
}: {
  wishes: readonly Refund[]
  refunds: readonly Refund[]
  reversals: readonly Reversal[]
  /** The payment that speaks for the order. */
  paymentId: string | null
}): { refund: Refund; reversalId: string }[] => {
  const named = new Set(refunds.map(({ reversalId }) => reversalId))
  const free = reversals.filter(
    ({ id, state, origin, idempotency_key, payment_id }) =>
      origin === 'portal' &&
      state === 'done' &&
      idempotency_key === null &&
      payment_id === paymentId &&
      !named.has(id),
  )
  return wishes.flatMap((refund) => {
    const { minor, currency } = refund.amount
    const at = free.findIndex((one) => one.amount_minor === minor && one.currency === currency.code)
    const [match] = at < 0 ? [] : free.splice(at, 1)
    return match ? [{ refund, reversalId: match.id }] : []
  })
}
