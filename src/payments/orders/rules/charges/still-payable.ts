import type { PaymentRow } from '../../../../db/db.ts'
import { isOpenCharge } from './unresolved-charge.ts'

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
