import type { PaymentRow } from '../../../db/db.ts'
import { isOpenCharge } from './unresolved-charge.ts'

type Attempt = Pick<PaymentRow, 'mode' | 'state' | 'expires_at'>

/**
 * Whether an attempt can come to be paid, by all that is known of it. A checkout counts until the
 * gateway has said that it expired; one that never does would be waited for for ever.
 */
export const mayStillBePaid = (attempt: Attempt): boolean =>
  isOpenCharge(attempt) || (isOpenCheckout(attempt) && attempt.expires_at !== null)

/**
 * Whether the time of a checkout is over and the gateway has not said yet how it ended: it may have
 * been paid in its last minute.
 */
export const isEndUnknown = (attempt: Attempt, now: Date): boolean =>
  isOpenCheckout(attempt) && attempt.expires_at !== null && attempt.expires_at <= now

const isOpenCheckout = ({ mode, state }: Attempt): boolean =>
  mode === 'hosted' && (state === 'intended' || state === 'pending')
