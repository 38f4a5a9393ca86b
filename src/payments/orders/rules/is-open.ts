import type { OrderRow } from '../../../db/db.ts'

/** Nobody has paid it, and nobody has cancelled it. */
export const isOpen = ({ status }: Pick<OrderRow, 'status'>): boolean =>
  status === 'awaiting_payment' || status === 'payment_expired'

/** Money was taken for it, whatever became of that. */
export const hasMoney = ({ status }: Pick<OrderRow, 'status'>): boolean =>
  !isOpen({ status }) && status !== 'cancelled'
