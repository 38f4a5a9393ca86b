import type { PaymentRow } from '../../../db/db.ts'
import type { Money } from '../../../domain/money.ts'
import { addMs } from '../../../runtime/clock.ts'
import { isClaimed } from '../../attempts/rules/payable-checkout.ts'
import { isAmountOf } from '../../orders/rules/is-amount-of.ts'

type Attempt = Pick<
  PaymentRow,
  'mode' | 'state' | 'amount_minor' | 'currency' | 'claimed_until' | 'checkout_url' | 'expires_at'
>

/** What a checkout does about an order that may have an attempt already. */
export type AttemptChoice = 'reuse' | 'wait' | 'resume' | 'start'

/** An attempt that ends sooner than this is not worth sending a customer to. */
const MIN_REMAINING_MS = 30_000

/**
 * `reuse`: the live attempt still fits in amount, currency and expiry. `wait`: somebody is creating
 * it right now. `resume`: its creation was begun and its outcome is not known. `start`: none of these.
 */
export const chooseAttempt = (
  current: Attempt | undefined,
  wanted: Money,
  now: Date,
): AttemptChoice => {
  if (current?.mode !== 'hosted' || !isAmountOf(current, wanted)) return 'start'
  if (current.state === 'intended') {
    if (endsSoon(current, now)) return 'start'
    return isClaimed(current, now) ? 'wait' : 'resume'
  }
  const isLive = current.state === 'pending' && current.checkout_url !== null
  return isLive && !endsSoon(current, now) ? 'reuse' : 'start'
}

export const endsSoon = ({ expires_at }: Pick<PaymentRow, 'expires_at'>, now: Date): boolean =>
  expires_at !== null && expires_at < addMs(now, MIN_REMAINING_MS)
