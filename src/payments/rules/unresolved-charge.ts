import type { PaymentRow } from '../../ledger/ledger.ts'

/** Long after the gateway answers for sure, a charge that still shows as pending was declined. */
const OVER_AFTER_MS = 20 * 60_000

/**
 * A charge without the hosted checkout whose outcome nobody knows yet. As long as there is one,
 * nothing else is sent for the order: the customer could pay twice.
 */
export const unresolvedCharge = (attempts: readonly PaymentRow[]): PaymentRow | undefined =>
  attempts.find(
    ({ mode, state }) => mode !== 'hosted' && (state === 'intended' || state === 'pending'),
  )

/** Whether a charge that the gateway shows as pending will not be approved any more. */
export const isOverdue = ({ created_at }: PaymentRow, now: Date): boolean =>
  now.getTime() - created_at.getTime() > OVER_AFTER_MS
