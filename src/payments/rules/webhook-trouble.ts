import { DELIVERY } from '../../contract/events.ts'
import type { PaymentState } from '../../contract/payment-states.ts'
import { addMs } from '../../platform/clock.ts'

/** After this long the gateway does not try an event again (`gateway-api.md` 6.5): 81 minutes, and the attempts. */
export const RETRY_WINDOW_MS = DELIVERY.waitsBetweenAttemptsMs.reduce(
  (sum, waitMs) => sum + waitMs + DELIVERY.timeoutMs,
  DELIVERY.timeoutMs,
)

/** Whether the gateway sends an event of this change; of a disabled payment that is not shown (6.2). */
export const hasEvent = (state: PaymentState): boolean =>
  state !== 'pending' && state !== 'disabled'

/** A signature that is none at all is a stranger's; only these say that something is set up wrongly. */
const OF_A_WRONG_SET_UP = new Set(['wrong', 'too-old', 'from-the-future'])

/** Refused deliveries that count as a sign of trouble, by what was wrong with their signatures. */
export const refusedByUs = (reasons: Readonly<Record<string, number>>): number =>
  Object.entries(reasons).reduce(
    (sum, [reason, count]) => sum + (OF_A_WRONG_SET_UP.has(reason) ? count : 0),
    0,
  )

const FEWEST_REFUSED = 5
const HIGH_SHARE = 0.5

/** What is known of the deliveries to a store. */
export interface DeliveryFacts {
  lastEventAt: Date | null
  /** Changes whose events are overdue. */
  gaps: { count: number; latestFoundAt: Date } | undefined
  /** In the last hour or two. */
  accepted: number
  refused: number
}

export type WebhookTrouble =
  | { because: 'events_missing'; gaps: number }
  | { because: 'bad_signatures'; refused: number; accepted: number }

/**
 * Whether the gateway's deliveries seem to have stopped: events are overdue and nothing has come
 * since, or most of what comes is refused for its signature.
 */
export const webhookTrouble = ({
  lastEventAt,
  gaps,
  accepted,
  refused,
}: DeliveryFacts): WebhookTrouble | undefined => {
  if (refused >= FEWEST_REFUSED && refused / (refused + accepted) >= HIGH_SHARE) {
    return { because: 'bad_signatures', refused, accepted }
  }
  if (gaps && (lastEventAt === null || gaps.latestFoundAt > lastEventAt)) {
    return { because: 'events_missing', gaps: gaps.count }
  }
  return undefined
}

/**
 * Whether the trouble that was listed is over: an event was accepted since, and no sign of it is left.
 * That nothing more is refused or found is no sign of anything arriving.
 */
export const haveEventsComeBack = ({
  trouble,
  openedAt,
  lastEventAt,
}: {
  trouble: WebhookTrouble | undefined
  openedAt: Date
  lastEventAt: Date | null
}): boolean => trouble === undefined && lastEventAt !== null && lastEventAt > openedAt

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
