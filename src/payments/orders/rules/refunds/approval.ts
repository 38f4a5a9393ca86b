import type { StoreRow } from '../../../../db/db.ts'
import type { RefundApproval, RefundOrigin, RefundState } from '../../../../db/tables/refunds.ts'
import type { Actor } from '../../../../domain/actor.ts'
import type { RefundId } from '../../../../domain/ids.ts'
import { type Money, moneyFromMinor } from '../../../../domain/money.ts'
import { isWithinLimit } from '../../../../domain/rights.ts'

type StoreLimits = Pick<
  StoreRow,
  | 'approval_limit_minor'
  | 'approval_limit_currency'
  | 'former_approval_limit_minor'
  | 'former_approval_limit_currency'
  | 'former_approval_limit_until'
>

const limitOf = (minor: bigint | null, currency: string | null): Money | undefined =>
  minor === null || currency === null ? undefined : moneyFromMinor(minor, currency)

export const approvalLimitOf = (store: StoreLimits): Money | undefined =>
  limitOf(store.approval_limit_minor, store.approval_limit_currency)

/** Former, stricter limit that still applies. */
export const formerLimitOf = (
  store: StoreLimits,
  now: Date,
): { limit: Money; until: Date } | undefined => {
  const until = store.former_approval_limit_until
  const { former_approval_limit_minor: minor, former_approval_limit_currency: currency } = store
  const limit = limitOf(minor, currency)
  return limit && until && until > now ? { limit, until } : undefined
}

interface RefundOfOrder {
  id: RefundId
  origin: RefundOrigin
  state: RefundState
  amount_minor: bigint
  currency: string
  approval: RefundApproval | null
}

/**
 * Reports whether an earlier refund of the order counts with a new one: a second person never saw
 * it, so the new one may be its other part. Portal refunds are facts; a failed or cancelled refund
 * moved no money.
 */
const isCounted = ({ origin, state, approval }: RefundOfOrder): boolean =>
  origin !== 'portal' &&
  state !== 'failed' &&
  state !== 'cancelled' &&
  approval?.state !== 'approved'

/**
 * Returns the limit that a refund exceeds together with the order's earlier ones, and so needs a
 * second person; `undefined`: none. Without an exchange rate, another currency exceeds every limit.
 */
export const exceededLimit = (
  store: StoreLimits,
  {
    amount,
    refunds,
    supersedes,
    now,
  }: {
    amount: Money
    refunds: readonly RefundOfOrder[]
    supersedes: readonly RefundId[]
    now: Date
  },
): Money | undefined => {
  const limits = [approvalLimitOf(store), formerLimitOf(store, now)?.limit]
  const counted = refunds.filter((refund) => isCounted(refund) && !supersedes.includes(refund.id))
  const sum = counted
    .filter(({ currency }) => currency === amount.currency.code)
    .reduce((total, { amount_minor }) => total + amount_minor, amount.minor)
  const together = { minor: sum, currency: amount.currency }
  return limits.find((limit) => limit && !isWithinLimit({ refundLimit: limit }, together))
}

export const awaitsApproval = ({
  approval,
}: {
  approval: Pick<RefundApproval, 'state'> | null
}): boolean => approval?.state === 'pending'

export type Approver = Extract<Actor, { kind: 'person' | 'command_line' }>

/**
 * Reports whether an approver may be who requested the refund. `keyMadeBy`: the person who has seen
 * the requesting API key.
 */
export const isOwnRequest = (
  { requested_by: requester }: Pick<RefundApproval, 'requested_by'>,
  approver: Approver,
  keyMadeBy: string | null,
): boolean => {
  switch (requester?.kind) {
    case 'person':
      return approver.kind === 'person' && approver.id === requester.id
    case 'api_key':
      return approver.kind === 'person' && approver.id === keyMadeBy
    case 'command_line':
      return approver.kind === 'command_line'
    default:
      return false
  }
}
