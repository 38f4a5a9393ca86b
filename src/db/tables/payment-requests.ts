import type { OrderId, StoreId } from '../../domain/ids.ts'
import type { OtherPayment } from '../../domain/requests/request-states.ts'

export interface PaymentRequestTables {
  payment_requests: {
    order_id: OrderId
    store_id: StoreId
    /** For the merchant only. */
    note: string | null
    paid_otherwise: OtherPayment | null
    paid_otherwise_at: Date | null
    /** Name of the counter that created it. */
    counter: string | null
    /** Part of the order's amount, chosen at the counter. */
    tip_minor: bigint | null
  }
}
