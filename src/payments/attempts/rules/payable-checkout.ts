import type { OrderRow, PaymentRow } from '../../../db/db.ts'

export const isPayable = <
  Payment extends Pick<PaymentRow, 'state' | 'checkout_url' | 'expires_at'>,
>(
  payment: Payment,
  now: Date,
): payment is Payment & { checkout_url: string } =>
  payment.state === 'pending' &&
  payment.checkout_url !== null &&
  !(payment.expires_at && payment.expires_at <= now)

/** Reports whether a payment has the amount of its order, which the store may have edited. */
export const fitsOrder = (
  payment: Pick<PaymentRow, 'amount_minor' | 'currency'>,
  order: Pick<OrderRow, 'amount_minor' | 'currency'>,
): boolean => payment.amount_minor === order.amount_minor && payment.currency === order.currency

export const isClaimed = (
  { claimed_until }: Pick<PaymentRow, 'claimed_until'>,
  now: Date,
): boolean => claimed_until !== null && claimed_until > now
