import type { OrderId, StoreId } from '../../domain/ids.ts'
import type { OtherPayment } from '../../domain/requests/request-states.ts'

export interface PaymentRequestTables {
  payment_requests: {
    order_id: OrderId
    store_id: StoreId
    /** For the merchant only. */
    note: string | null
    paid_otherwise: OtherPayment | null
  }
}
