import type { OrderRow, PaymentRow } from '../../../db/db.ts'

/**
 * Returns until when an order of a payment link may hold its place: the expiry of its first checkout.
 * Every later checkout ends then too, or the place would never come back. `null`: no other order has a
 * place, and a first checkout sets its own expiry.
 */
export const deadlineOfPlace = (
  { payment_link_id }: Pick<OrderRow, 'payment_link_id'>,
  attempts: readonly Pick<PaymentRow, 'mode' | 'expires_at'>[],
): Date | null =>
  payment_link_id === null
    ? null
    : (attempts.find(({ mode }) => mode === 'hosted')?.expires_at ?? null)
