export const PAYMENT_STATES = [
  'pending',
  'paid',
  'partially_refunded',
  'refunded',
  'voided',
  'expired',
  'disabled',
] as const

export type PaymentState = (typeof PAYMENT_STATES)[number]

export const isPaymentState = (status: string): status is PaymentState =>
  (PAYMENT_STATES as readonly string[]).includes(status)
