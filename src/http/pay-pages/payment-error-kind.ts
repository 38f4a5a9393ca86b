import type { PaymentErrorCode } from '../../db/tables/orders.ts'

/** Refused orders as customers see them; details are for the store. */
export type PaymentErrorKind = 'currency-refused' | 'amount-refused' | 'order-refused'

export const KIND_OF_PAYMENT_ERROR: Record<PaymentErrorCode, PaymentErrorKind> = {
  currency_refused: 'currency-refused',
  amount_refused: 'amount-refused',
  terminal_unavailable: 'order-refused',
  request_refused: 'order-refused',
}
