import type { RefundRow } from '../../../db/db.ts'
import { isSameOrRounded, type Money } from '../../../domain/money.ts'
import type { StoreOrder } from '../../ports/storefront.ts'

/**
 * What a store's word about an order means for one that is still to be paid. `over`: the store does
 * not want it paid any more, be it that it was cancelled or that it was paid in another way.
 */
export type StoreChange =
  | { change: 'none' }
  | { change: 'over' }
  | { change: 'amount'; amount: Money }

export const storeChange = (amount: Money, atStore: StoreOrder): StoreChange => {
  if (atStore.status !== 'unpaid') return { change: 'over' }
  const wanted = atStore.amount
  if (!wanted || wanted.minor <= 0n) return { change: 'none' }
  return isSameOrRounded(wanted, amount, atStore.unitMinor)
    ? { change: 'none' }
    : { change: 'amount', amount: wanted }
}

/** A refund as the store has it, with what ties it to one of ours. */
export interface RefundInStore {
  /** The id of ours that the store keeps with it. */
  refundId: string | null
  /** The idempotency key under which the store asks for such a refund. */
  requestKey: string
  amount: Money
  at: Date
}

type KnownRefund = Pick<RefundRow, 'id' | 'idempotency_key' | 'amount_minor' | 'currency'>

/**
 * Which refunds of a store are ours, in one way or the other; one of nothing is none. An id of ours
 * speaks for one refund, the first that has it, and never for more than was refunded: people copy
 * the words of a refund into the next one.
 */
export const refundsKnown = <StoreRefund extends RefundInStore>(
  storeRefunds: readonly StoreRefund[],
  refunds: readonly KnownRefund[],
): { storeRefund: StoreRefund; isKnown: boolean }[] => {
  const taken = new Set<string>()
  const isKnown = ({ refundId, requestKey, amount }: StoreRefund): boolean => {
    if (refunds.some(({ idempotency_key: key }) => key === requestKey)) return true
    const named = refunds.find(({ id }) => id === refundId && !taken.has(id))
    if (!named || named.currency !== amount.currency.code) return false
    if (amount.minor > named.amount_minor) return false
    taken.add(named.id)
    return true
  }
  return storeRefunds
    .filter(({ amount }) => amount.minor > 0n)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map((storeRefund) => ({ storeRefund, isKnown: isKnown(storeRefund) }))
}
