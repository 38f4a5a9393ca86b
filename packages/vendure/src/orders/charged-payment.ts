/** What the plugin reads of an order at Puente, from an answer or a notification. */
export interface OrderAtPuente {
  order: {
    id: string
    status: string
    conflict: string | null
    effective_payment_id: string | null
  }
  payments: readonly PaymentAtPuente[]
  refunds: readonly RefundAtPuente[]
}

export interface PaymentAtPuente {
  id: string
  amount: string
  currency: string
  transaction_id: string | null
  paid_at: string | null
}

export interface RefundAtPuente {
  id: string
  payment_id: string
  kind: 'void' | 'refund'
  state: string
  amount: string
  reason: string | null
}

/**
 * Finds the payment that pays the order, also if it was refunded or voided since. `undefined`: the
 * customer has not paid, or the gateway denies a payment that an event announced.
 */
export const chargedPayment = ({ order, payments }: OrderAtPuente): PaymentAtPuente | undefined =>
  order.conflict === 'not_paid_at_gateway' || order.effective_payment_id === null
    ? undefined
    : payments.find(({ id }) => id === order.effective_payment_id)
