import type { PaymentRow } from '../../../db/db.ts'

/** Long after the gateway answers for sure, a charge that still shows as pending was declined. */
const OVER_AFTER_MS = 20 * 60_000

/** A charge without the hosted checkout that has not come to its end. */
export const isOpenCharge = ({ mode, state }: Pick<PaymentRow, 'mode' | 'state'>): boolean =>
  mode !== 'hosted' && (state === 'intended' || state === 'pending' || state === 'authenticating')

/**
 * A charge whose outcome nobody knows yet, though nobody has to do anything for it any more. As
 * long as there is one, nothing else is sent for the order: the customer could pay twice. One that
 * waits for its customer at the bank is like a checkout in a second tab: it stops nobody.
 */
export const unresolvedCharge = <Attempt extends Pick<PaymentRow, 'mode' | 'state'>>(
  attempts: readonly Attempt[],
): Attempt | undefined =>
  attempts.find((attempt) => isOpenCharge(attempt) && attempt.state !== 'authenticating')

/**
 * How long a charge that the gateway does not show may still show. How soon a list shows a new
 * payment is said nowhere, so a list that lags must not make us charge twice. The news of an
 * approved charge comes by itself: within about 2 seconds, and when it gets lost once more after 1
 * minute and after 5 more (6.5). After ten minutes both ways had their chance. The price: whoever
 * tried to pay while the gateway was cut off waits so long before another card is taken.
 */
const SHOWS_WITHIN_MS = 10 * 60_000

/**
 * Whether a charge that the gateway does not show was never heard there. The time counts from when
 * it can have been sent at the latest: until then somebody may still be at it.
 */
export const wasNeverHeard = (
  {
    charge_id,
    claimed_until,
    created_at,
  }: Pick<PaymentRow, 'charge_id' | 'claimed_until' | 'created_at'>,
  now: Date,
): boolean => {
  const sentAt = Math.max(created_at.getTime(), claimed_until?.getTime() ?? 0)
  return charge_id === null && now.getTime() - sentAt > SHOWS_WITHIN_MS
}

/** Whether a charge that the gateway shows as pending will not be approved any more. */
export const isOverdue = ({ created_at }: Pick<PaymentRow, 'created_at'>, now: Date): boolean =>
  now.getTime() - created_at.getTime() > OVER_AFTER_MS
