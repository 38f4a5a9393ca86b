import type { PaymentRow } from '../../ledger/ledger.ts'

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
export const unresolvedCharge = (attempts: readonly PaymentRow[]): PaymentRow | undefined =>
  attempts.find((attempt) => isOpenCharge(attempt) && attempt.state !== 'authenticating')

/** Whether a charge that the gateway shows as pending will not be approved any more. */
export const isOverdue = ({ created_at }: PaymentRow, now: Date): boolean =>
  now.getTime() - created_at.getTime() > OVER_AFTER_MS
