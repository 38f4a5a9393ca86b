import type { OrderRow, PaymentRow } from '../../../db/db.ts'

/** The current attempt, then the others from the newest on: an amount that comes back finds its own. */
export const currentFirst = <Attempt extends Pick<PaymentRow, 'id'>>(
  attempts: readonly Attempt[],
  { current_payment_id: currentId }: Pick<OrderRow, 'current_payment_id'>,
): Attempt[] => [
  ...attempts.filter(({ id }) => id === currentId),
  ...attempts.toReversed().filter(({ id }) => id !== currentId),
]
