import type { RefundRow } from '../../../db/db.ts'
import type { PaymentId, RefundId } from '../../../domain/ids.ts'
import { isAmountOf } from '../../orders/rules/is-amount-of.ts'
import type { RefundInStore } from './store-change.ts'

type Refund = Pick<
  RefundRow,
  'id' | 'state' | 'origin' | 'idempotency_key' | 'payment_id' | 'amount_minor' | 'currency'
>

/**
 * Refunds that somebody wrote down in the store though the money had gone back already, by the
 * gateway's portal: the same amount, and the store has no refund for that yet. Each of both counts
 * once, the oldest first. `requests`: those of the store's `refunds` that nobody knows.
 */
export const recordedRefunds = <StoreRefund extends RefundInStore>({
  requested,
  storeRefunds,
  refunds,
  paymentId,
}: {
  requested: readonly StoreRefund[]
  storeRefunds: readonly StoreRefund[]
  refunds: readonly Refund[]
  /** The payment that is the effective payment. */
  paymentId: PaymentId | null
}): { storeRefund: StoreRefund; refundId: RefundId }[] => {
  const named = new Set(storeRefunds.map(({ refundId }) => refundId))
  const free = refunds.filter(
    ({ id, state, origin, idempotency_key, payment_id }) =>
      origin === 'portal' &&
      state === 'succeeded' &&
      idempotency_key === null &&
      payment_id === paymentId &&
      !named.has(id),
  )
  return requested.flatMap((storeRefund) => {
    const at = free.findIndex((one) => isAmountOf(one, storeRefund.amount))
    const [match] = at < 0 ? [] : free.splice(at, 1)
    return match ? [{ storeRefund, refundId: match.id }] : []
  })
}
