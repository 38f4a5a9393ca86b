import type { PaymentRow } from '../../../db/db.ts'
import { isOpenCharge } from './unresolved-charge.ts'

type Attempt = Pick<PaymentRow, 'mode' | 'state' | 'expires_at'>

/**
 * A checkout counts until the gateway reports its expiry; without an expiry it does not count, or
 * the wait would never end.
 */
export const mayStillBePaid = (attempt: Attempt): boolean =>
  isOpenCharge(attempt) || (isOpenCheckout(attempt) && attempt.expires_at !== null)

/** Past its expiry without a gateway outcome: the customer may have paid in the last minute. */
export const isEndUnknown = (attempt: Attempt, now: Date): boolean =>
  isOpenCheckout(attempt) && attempt.expires_at !== null && attempt.expires_at <= now

const isOpenCheckout = ({ mode, state }: Attempt): boolean =>
  mode === 'hosted' && (state === 'intended' || state === 'pending')
