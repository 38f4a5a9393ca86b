import type { PaymentState } from '../../../contract/payment-states.ts'
import { RECOGNISED_REFUSALS } from '../../../db/tables/events.ts'
import { addMs } from '../../../runtime/clock.ts'

/** Whether the gateway sends an event of this change; of a disabled payment that is not shown (6.2). */
export const hasEvent = (state: PaymentState): boolean =>
  state !== 'pending' && state !== 'disabled'

/** A delivery that was refused for its signature. */
export interface Refusal {
  reason: string
  at: Date
  /** By the time in its header; negative: from the future. */
  ageSeconds: number | null
}

/** Changes of payments that were found by asking, and whose event has not come. */
export interface Gaps {
  count: number
  latestFoundAt: Date
}

/** What is known of the deliveries to a store. */
export interface DeliveryFacts {
  lastAcceptedAt: Date | null
  /** The last one of each reason, the latest first. */
  refusals: readonly Refusal[]
  /** Those found since `evidenceSince`. */
  gaps: {
    all: Gaps | undefined
    /** Found so long ago that a first attempt that works would have come. */
    settled: Gaps | undefined
    /** Three attempts of whose event should have come by now. */
    late: Gaps | undefined
    /** Whose event the gateway does not try any more. */
    overdue: Gaps | undefined
  }
}

const DAY_MS = 24 * 60 * 60_000
/** A failure without new evidence for so long is no longer reported. */
const EVIDENCE_MS = 7 * DAY_MS

/** Start of the window of evidence. */
export const evidenceSince = (now: Date): Date => addMs(now, -EVIDENCE_MS)

/** Why the gateway's events do not come in. */
export type DeliveryCause = 'wrong_secret' | 'clock' | 'nothing_arrives'

/** Reasons that are checked only after one of the store's own secrets has verified the delivery. */
const CLOCK_REASONS: readonly string[] = ['too-old', 'from-the-future']

/** An event is sent within seconds of its change, which may be found minutes later. */
const FIRST_ATTEMPT_BEFORE_MS = 10 * 60_000

export interface WebhookFailure {
  cause: DeliveryCause
  /** `undefined`: no payment is known to have changed without its event. */
  gaps: Gaps | undefined
  refusal: Refusal | undefined
}

/**
 * Decides whether the gateway's deliveries have stopped, by evidence that no stranger can send:
 * refused deliveries signed with another secret of ours; a payment that changed without its event
 * while deliveries were refused; or a payment whose event the gateway does not try any more.
 */
export const webhookFailure = (facts: DeliveryFacts, now: Date): WebhookFailure | undefined => {
  const { settled, overdue } = facts.gaps
  const recognised = refusalSince(facts, evidenceSince(now))
  if (recognised && isRecognised(recognised)) {
    return { cause: 'wrong_secret', gaps: unheard(facts, settled), refusal: recognised }
  }
  const failureBy = (gaps: Gaps): WebhookFailure => {
    const refusal = refusalSince(facts, addMs(gaps.latestFoundAt, -FIRST_ATTEMPT_BEFORE_MS))
    return { cause: refusal ? causeOf(refusal) : 'nothing_arrives', gaps, refusal }
  }
  if (unheard(facts, overdue)) return overdue && failureBy(overdue)
  const early = unheard(facts, settled)
  const failure = early && failureBy(early)
  return failure?.refusal && failure
}

export type DeliveryVerdict =
  | { verdict: 'arriving' }
  | { verdict: 'not_known'; because: 'nothing_yet' | 'awaited' }
  /** Deliveries are refused that may be a stranger's. */
  | { verdict: 'refused'; refusal: Refusal }
  | ({ verdict: 'failing' } & WebhookFailure)

/** Judges whether the gateway's deliveries arrive, by the latest of them and by payments that changed. */
export const judgeDeliveries = (facts: DeliveryFacts, now: Date): DeliveryVerdict => {
  const { lastAcceptedAt, gaps } = facts
  const failure = webhookFailure(facts, now)
  if (failure) return { verdict: 'failing', ...failure }
  const refusal = refusalSince(facts, addMs(now, -DAY_MS))
  if (refusal && causeOf(refusal) === 'clock') {
    return { verdict: 'failing', cause: 'clock', refusal, gaps: unheard(facts, gaps.all) }
  }
  const late = unheard(facts, gaps.late)
  if (late) return { verdict: 'failing', cause: 'nothing_arrives', refusal: undefined, gaps: late }
  const isLatelyAccepted = lastAcceptedAt !== null && lastAcceptedAt > addMs(now, -DAY_MS)
  if (refusal && !isLatelyAccepted) return { verdict: 'refused', refusal }
  if (lastAcceptedAt !== null) return { verdict: 'arriving' }
  return { verdict: 'not_known', because: gaps.all ? 'awaited' : 'nothing_yet' }
}

/** These gaps, unless an event was accepted since they were found. */
const unheard = ({ lastAcceptedAt }: DeliveryFacts, gaps: Gaps | undefined): Gaps | undefined =>
  gaps && (lastAcceptedAt === null || gaps.latestFoundAt > lastAcceptedAt) ? gaps : undefined

const isRecognised = ({ reason }: Refusal): boolean =>
  RECOGNISED_REFUSALS.some((recognised) => recognised === reason)

const causeOf = ({ reason }: Refusal): DeliveryCause =>
  CLOCK_REASONS.includes(reason) ? 'clock' : 'wrong_secret'

/**
 * The refusal since an event was last accepted that says most: a recognised secret, then a clock, then
 * a wrong signature. A delivery without a readable signature is a stranger's.
 */
export const refusalSince = (
  { refusals, lastAcceptedAt }: DeliveryFacts,
  since: Date,
): Refusal | undefined => {
  const counted = refusals.filter(
    ({ at }) => at >= since && (lastAcceptedAt === null || at >= lastAcceptedAt),
  )
  return (
    counted.find(isRecognised) ??
    counted.find(({ reason }) => CLOCK_REASONS.includes(reason)) ??
    counted.find(({ reason }) => reason === 'wrong')
  )
}

/** So long before its end it is said that the previous secret is still in use. */
const WARN_BEFORE_END_MS = 6 * 60 * 60_000

/** Whether the gateway still signs with the previous secret although that soon ends. */
export const isPreviousSecretInUse = (
  {
    until,
    byPreviousAt,
    byCurrentAt,
  }: { until: Date | null; byPreviousAt: Date | null; byCurrentAt: Date | null },
  now: Date,
): boolean =>
  until !== null &&
  until > now &&
  until <= addMs(now, WARN_BEFORE_END_MS) &&
  byPreviousAt !== null &&
  (byCurrentAt === null || byPreviousAt > byCurrentAt)
