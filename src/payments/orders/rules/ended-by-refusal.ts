import type { OrderRow } from '../../../db/db.ts'

/**
 * Reports whether a refusal of the gateway cancelled the order, a payment request. An order whose
 * time ran out on the card page may have an error of its last card.
 */
export const isEndedByRefusal = ({
  status,
  cancelled_by,
  last_payment_error,
  time_over_at,
}: Pick<OrderRow, 'status' | 'cancelled_by' | 'last_payment_error' | 'time_over_at'>): boolean =>
  status === 'cancelled' &&
  cancelled_by === 'policy' &&
  last_payment_error !== null &&
  time_over_at === null
