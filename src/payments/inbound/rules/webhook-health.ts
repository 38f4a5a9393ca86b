import type { PaymentState } from '../../../contract/payment-states.ts'
import { RECOGNISED_REFUSALS } from '../../../db/tables/events.ts'
import { addMs, DAY, HOUR, MINUTE } from '../../../runtime/clock.ts'

/** Reports whether the gateway sends an event for this state. Undocumented for `disabled` (6.2). */
export const sendsEvent = (state: PaymentState): boolean =>
  state !== 'pending' && state !== 'disabled'

export interface Refusal {
  reason: string
  at: Date
  /** Age by the timestamp in the delivery's header; negative for the future. */
  ageSeconds: number | null
}

/** Payment changes found by polling, without their event. */
export interface Gaps {
  count: number
  latestFoundAt: Date
}

export interface DeliveryFacts {
  lastAcceptedAt: Date | null
  /** Latest refusal per reason, newest first. */
  refusals: readonly Refusal[]
  /** Gaps found since `evidenceSince`. */
  gaps: {
    all?: Gaps | undefined
    /** Old enough for the first attempt to have arrived. */
    settled?: Gaps | undefined
    /** Old enough for three attempts to have arrived. */
    late?: Gaps | undefined
    /** Past the gateway's last attempt. */
    overdue?: Gaps | undefined
  }
}

export const webhookEvidenceSince = (now: Date): Date => addMs(now, -7 * DAY)

export type DeliveryCause = 'wrong_secret' | 'clock' | 'nothing_arrives'

/** Reasons that prove a secret of ours: the verifier checks the clock after the signature. */
const CLOCK_REASONS: readonly string[] = ['too-old', 'from-the-future']

/** Allowance for a late poll: the first attempt follows a change within seconds. */
const FIRST_ATTEMPT_BEFORE_MS = 10 * MINUTE

export interface WebhookFailure {
  cause: DeliveryCause
  /** `undefined`: no payment changed without its event. */
  gaps: Gaps | undefined
  refusal: Refusal | undefined
}

/**
 * Decides whether deliveries have stopped, by evidence that a stranger cannot forge: a delivery
 * signed with another secret of ours, a change without its event while deliveries were refused, or
 * an event past its last attempt.
 */
export const webhookFailure = (facts: DeliveryFacts, now: Date): WebhookFailure | undefined => {
  const { settled, overdue } = facts.gaps
  const recognised = refusalSince(facts, webhookEvidenceSince(now))
  if (recognised && isRecognised(recognised)) {
    return { cause: 'wrong_secret', gaps: stillMissing(facts, settled), refusal: recognised }
  }
  const failureBy = (gaps: Gaps): WebhookFailure => {
    const refusal = refusalSince(facts, addMs(gaps.latestFoundAt, -FIRST_ATTEMPT_BEFORE_MS))
    return { cause: refusal ? causeOf(refusal) : 'nothing_arrives', gaps, refusal }
  }
  if (stillMissing(facts, overdue)) return overdue && failureBy(overdue)
  const early = stillMissing(facts, settled)
  const failure = early && failureBy(early)
  return failure?.refusal && failure
}

export type DeliveryVerdict =
  | { verdict: 'arriving' }
  | { verdict: 'not_known'; because: 'nothing_yet' | 'awaited' }
  /** Only refused deliveries, which a stranger may have sent. */
  | { verdict: 'refused'; refusal: Refusal }
  | ({ verdict: 'failing' } & WebhookFailure)

/** Judges deliveries by the latest ones and by changes without their event. */
export const judgeDeliveries = (facts: DeliveryFacts, now: Date): DeliveryVerdict => {
  const { lastAcceptedAt, gaps } = facts
  const failure = webhookFailure(facts, now)
  if (failure) return { verdict: 'failing', ...failure }
  const refusal = refusalSince(facts, addMs(now, -DAY))
  if (refusal && causeOf(refusal) === 'clock') {
    return { verdict: 'failing', cause: 'clock', refusal, gaps: stillMissing(facts, gaps.all) }
  }
  const late = stillMissing(facts, gaps.late)
  if (late) return { verdict: 'failing', cause: 'nothing_arrives', refusal: undefined, gaps: late }
  const isLatelyAccepted = lastAcceptedAt !== null && lastAcceptedAt > addMs(now, -DAY)
  if (refusal && !isLatelyAccepted) return { verdict: 'refused', refusal }
  if (lastAcceptedAt !== null) return { verdict: 'arriving' }
  return { verdict: 'not_known', because: gaps.all ? 'awaited' : 'nothing_yet' }
}

const stillMissing = (
  { lastAcceptedAt }: DeliveryFacts,
  gaps: Gaps | undefined,
): Gaps | undefined =>
  gaps && (lastAcceptedAt === null || gaps.latestFoundAt > lastAcceptedAt) ? gaps : undefined

const isRecognised = ({ reason }: Refusal): boolean =>
  RECOGNISED_REFUSALS.some((recognised) => recognised === reason)

const causeOf = ({ reason }: Refusal): DeliveryCause =>
  CLOCK_REASONS.includes(reason) ? 'clock' : 'wrong_secret'

/**
 * Returns the most informative refusal since the last accepted event: a recognised secret, the
 * clock, a wrong signature. Ignores deliveries without a readable signature, which strangers send.
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

const WARN_BEFORE_END_MS = 6 * HOUR

/** Reports only a previous secret that expires soon. */
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

/** Type of our test events, unknown to the gateway (`gateway-api.md` 6.2). */
export const SELF_TEST_TYPE = 'puente.self_test'
