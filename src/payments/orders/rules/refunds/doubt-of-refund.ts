import type { RefundRow } from '../../../../db/db.ts'
import type { RefundDoubt, RefundEventReading } from '../../../../db/tables/refunds.ts'
import { addMs, DAY, MINUTE } from '../../../../runtime/clock.ts'
import {
  addsUp,
  type Rise,
  type Share,
  shareBySingles,
  shareBySums,
  sumOf,
  unmatchedAmounts,
} from './refund-readings.ts'
import { isOver, unansweredSends } from './refund-states.ts'

export type ActualRefund = Pick<
  RefundRow,
  'id' | 'origin' | 'amount_minor' | 'created_at' | 'done_at' | 'idempotency_key' | 'confirmed_at'
>

export interface RefundEventFacts {
  amount_minor: bigint
  refunded_at?: Date | string | null | undefined
}

/** Time within which a merchant may repeat a request that a restore lost. */
const REPEATED_WITHIN_MS = DAY

/**
 * Returns the start of the evidence: a portal refund made later may be this one. After an
 * unanswered send: a minute before it, because the gateway's clock has whole seconds, so our own
 * refund can look older than the send. Otherwise: a minute after the request, because a portal
 * refund at the moment of the request gives no evidence.
 */
export const refundEvidenceSince = ({
  sends,
  created_at,
}: Pick<RefundRow, 'sends' | 'created_at'>): Date => {
  const [first] = unansweredSends(sends)
  return first ? addMs(new Date(first.at), -MINUTE) : addMs(created_at, MINUTE)
}

/**
 * Returns why an operator must review a refund before Puente sends it: a portal refund may be this
 * one, or no event explains a portal refund. After a restore from backup, our refunds look like the
 * portal's. An earlier portal refund of another amount with its own event raises no doubt.
 * `requestedAt`: request or first send.
 */
export const doubtOfRefund = (
  { amount_minor: amount }: Pick<RefundRow, 'amount_minor'>,
  evidence: {
    made: readonly ActualRefund[]
    events: readonly RefundEventFacts[]
    requestedAt: Date
    /** How the account fills `refund_amount`, if known. */
    reading?: RefundEventReading | undefined
  },
): Extract<RefundDoubt, 'refunded_meanwhile' | 'changed_unexplained'> | undefined => {
  const { made, events, requestedAt, reading } = evidence
  const eventAmountsMinor = events.map(({ amount_minor }) => amount_minor)
  const amounts = made.map(({ amount_minor }) => amount_minor)
  const rises = risesOf(made)
  const isSingle = reading === 'single' || isReadAsSingles(rises, eventAmountsMinor)
  const isSum = reading === 'sum' || sumOf(eventAmountsMinor) > sumOf(amounts)
  let isUnexplained = false
  for (const { refund, rise } of rises) {
    if (!isUnclaimed(refund)) continue
    const others = amounts.toSpliced(made.indexOf(refund), 1)
    const unmatched = unmatchedAmounts(others, eventAmountsMinor)
    const shares: Share[] = [
      ...(isSum && !isSingle ? [] : [shareBySingles(rise, amount, unmatched)]),
      ...(isSingle ? [] : [shareBySums(rise, amount, eventAmountsMinor)]),
    ]
    const madeAt = timeOf(refund, rise, events)
    const isSince = madeAt >= requestedAt
    const isRecent = madeAt.getTime() >= requestedAt.getTime() - REPEATED_WITHIN_MS
    if (isSince && shares.some((share) => share !== 'excluded')) return 'refunded_meanwhile'
    if (isRecent && shares.includes('certain')) return 'refunded_meanwhile'
    isUnexplained ||=
      !eventAmountsMinor.includes(rise.toMinor) && !addsUp(unmatched, refund.amount_minor)
  }
  return isUnexplained ? 'changed_unexplained' : undefined
}

/** Reports whether neither a store request nor an operator has claimed a portal refund. */
export const isUnclaimed = ({
  origin,
  idempotency_key,
  confirmed_at,
}: Pick<RefundRow, 'origin' | 'idempotency_key' | 'confirmed_at'>): boolean =>
  origin === 'portal' && idempotency_key === null && confirmed_at === null

/** Returns the time of its event, but no later than Puente recorded the refund. */
const timeOf = (
  { amount_minor, created_at }: ActualRefund,
  { toMinor }: Rise,
  events: readonly RefundEventFacts[],
): Date => {
  const times = events.flatMap((event) =>
    event.refunded_at && [amount_minor, toMinor].includes(event.amount_minor)
      ? [new Date(event.refunded_at)]
      : [],
  )
  const latest = times.toSorted((one, other) => other.getTime() - one.getTime())[0]
  return latest && latest < created_at ? latest : created_at
}

const risesOf = (made: readonly ActualRefund[]): { refund: ActualRefund; rise: Rise }[] => {
  let toMinor = 0n
  return made.toSorted(byTime).map((refund) => {
    const fromMinor = toMinor
    toMinor += refund.amount_minor
    return { refund, rise: { fromMinor, toMinor } }
  })
}

/** Tie-break: our refunds before the portal's. */
const byTime = (one: ActualRefund, other: ActualRefund): number =>
  (one.done_at?.getTime() ?? 0) - (other.done_at?.getTime() ?? 0) ||
  Number(one.origin === 'portal') - Number(other.origin === 'portal')

/** Detects events with single refunds: sums never repeat, nor end in the middle of our refund. */
const isReadAsSingles = (
  rises: readonly { refund: ActualRefund; rise: Rise }[],
  eventAmountsMinor: readonly bigint[],
): boolean =>
  new Set(eventAmountsMinor).size < eventAmountsMinor.length ||
  eventAmountsMinor.some((amount) =>
    rises.some(
      ({ refund, rise }) =>
        refund.origin !== 'portal' && amount > rise.fromMinor && amount < rise.toMinor,
    ),
  )

/**
 * Omits portal refunds that may equal a refund under review: a platform that books both would book
 * one refund twice.
 */
export const withoutInQuestion = <
  Refund extends Parameters<typeof isUnclaimed>[0] &
    Pick<RefundRow, 'payment_id' | 'state' | 'needs_attention' | 'amount_minor'>,
>(
  refunds: readonly Refund[],
): Refund[] => {
  const inQuestion = refunds.filter((refund) => !isOver(refund) && refund.needs_attention !== null)
  return refunds.filter(
    (refund) =>
      !isUnclaimed(refund) ||
      !inQuestion.some(
        ({ payment_id, amount_minor }) =>
          payment_id === refund.payment_id && amount_minor <= refund.amount_minor,
      ),
  )
}

export const DOUBT_WORDS: Record<RefundDoubt, string> = {
  refunded_meanwhile: 'the gateway shows a refund that may be this one',
  unanswered_twice: 'the gateway failed to answer twice, and the payment does not show the refund',
  changed_unexplained: 'the gateway shows a refund that no event explains',
  refused_unexplained:
    'the gateway refused the retry, perhaps because it had already made the refund',
}
