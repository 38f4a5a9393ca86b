import type { PaymentState } from '../../../contract/payment-states.ts'
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
    /** Three attempts of whose event should have come by now. */
    late: Gaps | undefined
    /** Whose event the gateway does not try any more. */
    overdue: Gaps | undefined
  }
}

const DAY_MS = 24 * 60 * 60_000
/** A store in which nothing happens for so long is not known to be in conflict any more. */
const EVIDENCE_MS = 7 * DAY_MS

/** Since when what was found says something about today. */
export const evidenceSince = (now: Date): Date => addMs(now, -EVIDENCE_MS)

/** Why the gateway's events do not come in. */
export type DeliveryCause = 'wrong_secret' | 'clock' | 'nothing_arrives'

/** A time is looked at only in a delivery that one of the store's own secrets has signed. */
const CLOCK_REASONS: readonly string[] = ['too-old', 'from-the-future']

/** An event is sent within seconds of its change, which may be found minutes later. */
const FIRST_ATTEMPT_BEFORE_MS = 10 * 60_000

export interface WebhookFailure {
  cause: DeliveryCause
  gaps: Gaps
  refusal: Refusal | undefined
}

/**
 * Whether the gateway's deliveries have stopped: a payment changed, and nothing was accepted since.
 * That its event was tried to the end is proof enough; after three attempts it is, if deliveries were
 * refused at that time. Refused deliveries alone are none: anybody can post them.
 */
export const webhookFailure = (facts: DeliveryFacts): WebhookFailure | undefined => {
  const { late, overdue } = facts.gaps
  const conflict = (gaps: Gaps): WebhookFailure => {
    const refusal = refusalSince(facts, addMs(gaps.latestFoundAt, -FIRST_ATTEMPT_BEFORE_MS))
    return { cause: refusal ? causeOf(refusal) : 'nothing_arrives', gaps, refusal }
  }
  if (overdue && isUnheard(facts, overdue)) return conflict(overdue)
  if (!late || !isUnheard(facts, late)) return undefined
  const early = conflict(late)
  return early.refusal && early
}

export type DeliveryVerdict =
  | { verdict: 'arriving' }
  | { verdict: 'not_known'; because: 'nothing_yet' | 'awaited' }
  | {
      verdict: 'failing'
      cause: DeliveryCause
      refusal: Refusal | undefined
      /** `undefined`: no payment has changed without its event, as far as is known. */
      gaps: Gaps | undefined
    }

/**
 * What the gateway's deliveries of late say about whether they arrive, for somebody who asks. A wrong
 * signature that nobody's payment explains counts as long as no event was accepted within a day.
 */
export const judgeDeliveries = (facts: DeliveryFacts, now: Date): DeliveryVerdict => {
  const { lastAcceptedAt, gaps } = facts
  const conflict = webhookFailure(facts)
  if (conflict) return { verdict: 'failing', ...conflict }
  const unheard = gaps.all && isUnheard(facts, gaps.all) ? gaps.all : undefined
  const refusal = refusalSince(facts, addMs(now, -DAY_MS))
  const isLatelyAccepted = lastAcceptedAt !== null && lastAcceptedAt > addMs(now, -DAY_MS)
  if (refusal && (causeOf(refusal) === 'clock' || unheard || !isLatelyAccepted)) {
    return { verdict: 'failing', cause: causeOf(refusal), refusal, gaps: unheard }
  }
  if (gaps.late && isUnheard(facts, gaps.late)) {
    return { verdict: 'failing', cause: 'nothing_arrives', refusal: undefined, gaps: gaps.late }
  }
  if (lastAcceptedAt !== null) return { verdict: 'arriving' }
  return { verdict: 'not_known', because: unheard ? 'awaited' : 'nothing_yet' }
}

const isUnheard = ({ lastAcceptedAt }: DeliveryFacts, { latestFoundAt }: Gaps): boolean =>
  lastAcceptedAt === null || latestFoundAt > lastAcceptedAt

const causeOf = ({ reason }: Refusal): DeliveryCause =>
  CLOCK_REASONS.includes(reason) ? 'clock' : 'wrong_secret'

/**
 * The refusal that says most of how things are set up, since an event was last accepted. One for its
 * time is the gateway's for sure; one that is no signature at all is a stranger's.
 */
const refusalSince = (
  { refusals, lastAcceptedAt }: DeliveryFacts,
  since: Date,
): Refusal | undefined => {
  const counted = refusals.filter(
    ({ at }) => at >= since && (lastAcceptedAt === null || at >= lastAcceptedAt),
  )
  return (
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
