import type { OrderRow, PaymentRow } from '../../../db/db.ts'

/**
 * Returns when a payment link's order must give its place back: the expiry of its first checkout,
 * with which later ones end too. `null` before the first checkout, and for orders without a place.
 */
export const deadlineOfPlace = (
  { payment_link_id }: Pick<OrderRow, 'payment_link_id'>,
  attempts: readonly Pick<PaymentRow, 'mode' | 'expires_at'>[],
): Date | null =>
  payment_link_id === null
    ? null
    : (attempts.find(({ mode }) => mode === 'hosted')?.expires_at ?? null)
