import type { PaymentRow } from '../../../db/db.ts'
import type { Money } from '../../../domain/money.ts'
import { addMs } from '../../../runtime/clock.ts'
import { isClaimed } from '../../attempts/rules/payable-checkout.ts'
import { isAmountOf } from '../../orders/rules/charges/is-amount-of.ts'

type Attempt = Pick<
  PaymentRow,
  'mode' | 'state' | 'amount_minor' | 'currency' | 'claimed_until' | 'checkout_url' | 'expires_at'
>

export type AttemptChoice = 'reuse' | 'wait' | 'resume' | 'start'

/** Minimum remaining lifetime of a reused checkout. */
const MIN_REMAINING_MS = 30_000

/**
 * `reuse`: the live attempt fits in amount, currency and expiry. `wait`: another process is
 * creating it. `resume`: its creation has no outcome. `start`: otherwise.
 */
export const chooseAttempt = (
  current: Attempt | undefined,
  requested: Money,
  now: Date,
): AttemptChoice => {
  if (current?.mode !== 'hosted' || !isAmountOf(current, requested)) return 'start'
  if (current.state === 'intended') {
    if (endsSoon(current, now)) return 'start'
    return isClaimed(current, now) ? 'wait' : 'resume'
  }
  const isLive = current.state === 'pending' && current.checkout_url !== null
  return isLive && !endsSoon(current, now) ? 'reuse' : 'start'
}

export const endsSoon = ({ expires_at }: Pick<PaymentRow, 'expires_at'>, now: Date): boolean =>
  expires_at !== null && expires_at < addMs(now, MIN_REMAINING_MS)
