import type { RefundRow } from '../../../db/db.ts'
import { isSameOrRounded, type Money } from '../../../domain/money.ts'
import type { StoreOrder } from '../../ports/storefront.ts'

/** Change of an unpaid order. `over`: cancelled, or paid elsewhere. */
export type StoreChange =
  | { change: 'none' }
  | { change: 'over' }
  | { change: 'amount'; amount: Money }

export const storeChange = (amount: Money, atStore: StoreOrder): StoreChange => {
  if (atStore.status !== 'unpaid') return { change: 'over' }
  const requested = atStore.amount
  if (!requested || requested.minor <= 0n) return { change: 'none' }
  return isSameOrRounded(requested, amount, atStore.unitMinor)
    ? { change: 'none' }
    : { change: 'amount', amount: requested }
}

export interface RefundInStore {
  /** Our refund id in the store's record. */
  refundId: string | null
  /** Idempotency key of the store's request. */
  requestKey: string
  amount: Money
  at: Date
}

type KnownRefund = Pick<RefundRow, 'id' | 'idempotency_key' | 'amount_minor' | 'currency'>

/**
 * Decides which store refunds are ours; skips zero amounts. Our id counts for its first record
 * only, up to our amount: people copy a refund's text into the next.
 */
export const refundsKnown = <StoreRefund extends RefundInStore>(
  storeRefunds: readonly StoreRefund[],
  refunds: readonly KnownRefund[],
): { storeRefund: StoreRefund; isKnown: boolean }[] => {
  const matched = new Set<string>()
  const isKnown = ({ refundId, requestKey, amount }: StoreRefund): boolean => {
    if (refunds.some(({ idempotency_key: key }) => key === requestKey)) return true
    const named = refunds.find(({ id }) => id === refundId && !matched.has(id))
    if (!named || named.currency !== amount.currency.code) return false
    if (amount.minor > named.amount_minor) return false
    matched.add(named.id)
    return true
  }
  return storeRefunds
    .filter(({ amount }) => amount.minor > 0n)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map((storeRefund) => ({ storeRefund, isKnown: isKnown(storeRefund) }))
}
