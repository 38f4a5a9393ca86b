import type { OrderRow, PaymentRow } from '../../../db/db.ts'
import { HOUR, MINUTE, SECOND } from '../../../runtime/clock.ts'
import type { PaymentsContext } from '../context.ts'
import { type TaskKind, taskKind } from './task-kind.ts'

/** A kind whose `run` is given what every use case is given. */
export type CoreKind<Payload = unknown> = TaskKind<Payload, PaymentsContext>

/** A kind of the core. */
export const coreKind = <Payload extends Record<string, unknown>>(facts: CoreKind<Payload>) =>
  taskKind(facts)

/** Whose a task about a payment or a refund is. */
export const ofPayment = ({ store_id, order_id }: Pick<PaymentRow, 'store_id' | 'order_id'>) => ({
  storeId: store_id,
  orderId: order_id,
})

/** Whose a task about an order is. */
export const ofOrder = ({ store_id, id }: Pick<OrderRow, 'store_id' | 'id'>) =>
  ofPayment({ store_id, order_id: id })

/** A shop is notified until it has taken the message. */
export const WAITS_FOR_A_SHOP = [
  ...[5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE],
  ...[HOUR, 3 * HOUR, 6 * HOUR],
]
