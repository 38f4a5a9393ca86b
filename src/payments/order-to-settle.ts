import type { OrderRow, PaymentRow } from '../ledger/ledger.ts'
import type { OrderStanding } from './rules/order-standing.ts'

/** An order whose attempts have changed, while its lock is held; what follows is still to be decided. */
export interface OrderToSettle {
  order: OrderRow
  /** How the order stands by its attempts. */
  standing: OrderStanding
  /** All attempts to pay it. */
  attempts: readonly PaymentRow[]
  now: Date
}
