import type { OrderId, StoreId } from '../../domain/ids.ts'

/** How a customer paid without the gateway. */
export const OTHER_PAYMENTS = ['cash', 'transfer', 'card', 'other'] as const
export type OtherPayment = (typeof OTHER_PAYMENTS)[number]

export interface PaymentRequestTables {
  payment_requests: {
    order_id: OrderId
    store_id: StoreId
    /** For the merchant only. */
    note: string | null
    paid_otherwise: OtherPayment | null
  }
}
