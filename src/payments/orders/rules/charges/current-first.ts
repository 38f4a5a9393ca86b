import type { OrderRow, PaymentRow } from '../../../../db/db.ts'

/**
 * Sorts the current one first, then newest: an order that returns to an earlier amount finds its
 * attempt.
 */
export const currentFirst = <Attempt extends Pick<PaymentRow, 'id'>>(
  attempts: readonly Attempt[],
  { current_payment_id: currentId }: Pick<OrderRow, 'current_payment_id'>,
): Attempt[] => [
  ...attempts.filter(({ id }) => id === currentId),
  ...attempts.toReversed().filter(({ id }) => id !== currentId),
]
