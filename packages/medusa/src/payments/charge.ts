/** What the provider reads of an order at Puente, from an answer or a notification. */
export interface OrderAtPuente {
  order: {
    id: string
    status: string
    conflict: string | null
    effective_payment_id: string | null
  }
  payments: readonly PaymentAtPuente[]
  refunds: readonly RefundAtPuente[]
  /** Time of a notification, ISO 8601: the later of two is current. Missing in an answer. */
  at?: string | undefined
}

export interface PaymentAtPuente {
  id: string
  amount: string
  currency: string
  state: string
  transaction_id: string | null
  /** `null`: an attempt that took no money. */
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

export type Charge =
  | { outcome: 'paid'; payment: PaymentAtPuente }
  /** The customer can still pay. */
  | { outcome: 'unpaid' }
  /** Money was taken that Puente holds back until a person has looked. */
  | { outcome: 'held'; why: string }
  /** Nothing is left of this order: it was cancelled, voided or refunded. */
  | { outcome: 'over'; why: string }

const KEPT: ReadonlySet<string> = new Set(['paid', 'partially_refunded'])

/** Whether a payment took money that was not refunded in full. */
export const isKept = ({ state }: PaymentAtPuente): boolean => KEPT.has(state)

const GIVEN_BACK: ReadonlySet<string> = new Set(['voided', 'refunded'])

/** Whether the customer got all money of the order back. */
export const isGivenBack = ({ order }: { order: { status: string } }): boolean =>
  GIVEN_BACK.has(order.status)

/** Says whether a charge pays the order, at the amount and currency that Medusa asked for. */
export const chargeOf = (
  { order, payments }: OrderAtPuente,
  asked: { amount: string; currency: string },
): Charge => {
  switch (order.status) {
    case 'cancelled':
    case 'voided':
    case 'refunded':
      return { outcome: 'over', why: `The order is ${order.status} at Puente.` }
    case 'on_hold':
      return { outcome: 'held', why: `Puente holds the order: ${order.conflict ?? 'on_hold'}.` }
  }
  if (order.conflict === 'not_paid_at_gateway')
    return { outcome: 'held', why: 'The gateway denies the charge.' }
  const payment = payments.find(({ id }) => id === order.effective_payment_id)
  if (payment === undefined) return { outcome: 'unpaid' }
  const isAsked = payment.amount === asked.amount && payment.currency === asked.currency
  if (isAsked) return { outcome: 'paid', payment }
  return {
    outcome: 'held',
    why: `The customer paid ${payment.currency} ${payment.amount}, not ${asked.currency} ${asked.amount}.`,
  }
}
