import type { OrderRow, PaymentRow } from '../../db/db.ts'
import type { DerivedOrder } from './rules/derive-order-status.ts'

/** An order whose attempts have changed, while its lock is held; what follows is still to be decided. */
export interface OrderToSettle {
  order: OrderRow
  /** How the order stands by its attempts. */
  derived: DerivedOrder
  /** All attempts to pay it. */
  attempts: readonly PaymentRow[]
  now: Date
}
