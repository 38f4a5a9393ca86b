import type { PaymentRow } from '../../../../db/db.ts'

/**
 * Age at which a charge still pending at the gateway counts as declined; any outcome arrives long
 * before.
 */
const OVER_AFTER_MS = 20 * 60_000

/** Reports whether a direct charge (without hosted checkout) has no final outcome. */
export const isOpenCharge = ({ mode, state }: Pick<PaymentRow, 'mode' | 'state'>): boolean =>
  mode !== 'hosted' && (state === 'intended' || state === 'pending' || state === 'authenticating')

/**
 * Returns a charge in flight or with an unknown outcome. It blocks every other request for the
 * order, because the customer could pay twice. A challenge at the bank does not block, like a
 * checkout in a second tab.
 */
export const unresolvedCharge = <Attempt extends Pick<PaymentRow, 'mode' | 'state'>>(
  attempts: readonly Attempt[],
): Attempt | undefined =>
  attempts.find((attempt) => isOpenCharge(attempt) && attempt.state !== 'authenticating')

/**
 * Time within which a charge may still appear at the gateway. The contract does not bound the lag
 * of a list, and a lagging list must not cause a second charge. The event of an approval arrives
 * within about 2 seconds, its retries after 1 and 5 more minutes (6.5). The price: after an outage
 * mid-charge, the customer waits that long to use another card.
 */
const SHOWS_WITHIN_MS = 10 * 60_000

/**
 * Reports whether a charge never reached the gateway. Counts from the end of its claim, because a
 * worker may send it until then.
 */
export const neverArrived = (
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

export const isChargeOverdue = (
  { created_at }: Pick<PaymentRow, 'created_at'>,
  now: Date,
): boolean => now.getTime() - created_at.getTime() > OVER_AFTER_MS

type Attempt = Pick<PaymentRow, 'mode' | 'state' | 'expires_at'>

/**
 * Reports whether an attempt may still be paid. A checkout counts until the gateway reports its
 * expiry, and never without an expiry, or the wait would not end.
 */
export const mayStillBePaid = (attempt: Attempt): boolean =>
  isOpenCharge(attempt) || (isOpenCheckout(attempt) && attempt.expires_at !== null)

/**
 * Reports whether a checkout passed its expiry without an outcome: the customer may have paid in
 * the last minute.
 */
export const isEndUnknown = (attempt: Attempt, now: Date): boolean =>
  isOpenCheckout(attempt) && attempt.expires_at !== null && attempt.expires_at <= now

const isOpenCheckout = ({ mode, state }: Attempt): boolean =>
  mode === 'hosted' && (state === 'intended' || state === 'pending')
