import type { RefundRow } from '../../../db/db.ts'
import type { PaymentId, RefundId } from '../../../domain/ids.ts'
import { isAmountOf } from '../../orders/rules/charges/is-amount-of.ts'
import { type RefundInStore, refundsKnown } from './store-change.ts'

type Refund = Pick<
  RefundRow,
  'id' | 'state' | 'origin' | 'idempotency_key' | 'payment_id' | 'amount_minor' | 'currency'
>

/**
 * Matches store records to refunds already made in the gateway's portal: equal amount, no record
 * yet, oldest first, each once. `requested`: store refunds unknown to us.
 */
export const recordedRefunds = <StoreRefund extends RefundInStore>(facts: {
  requested: readonly StoreRefund[]
  storeRefunds: readonly StoreRefund[]
  refunds: readonly Refund[]
  paymentId: PaymentId | null
}): { storeRefund: StoreRefund; refundId: RefundId }[] => {
  const { requested, storeRefunds, refunds, paymentId } = facts
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

/**
 * Returns refunds of the gateway's portal that staff recorded at the store first. A record that
 * names an unknown refund is new, because a database restored from backup may lack that refund.
 */
export const refundsRecorded = (facts: {
  storeRefunds: readonly RefundInStore[]
  refunds: readonly Refund[]
  paymentId: PaymentId | null
}): ReadonlySet<RefundId> => {
  const { storeRefunds, refunds, paymentId } = facts
  const named = new Set<string>(refunds.map(({ id }) => id))
  const requested = refundsKnown(storeRefunds, refunds).flatMap(({ storeRefund, isKnown }) =>
    isKnown || named.has(storeRefund.refundId ?? '') ? [] : [storeRefund],
  )
  const recorded = recordedRefunds({ requested, storeRefunds, refunds, paymentId })
  return new Set(recorded.map(({ refundId }) => refundId))
}
