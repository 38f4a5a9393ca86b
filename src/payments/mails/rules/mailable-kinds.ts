import type { OrderRow, PaymentRow } from '../../../db/db.ts'
import type { MailKind } from '../../../db/tables/customer-mails.ts'
import type { PaymentId } from '../../../domain/ids.ts'
import { hasCharge } from '../../orders/rules/advance.ts'

export type MailablePayment = Pick<PaymentRow, 'state' | 'refunded_minor'> & { id: PaymentId }
type MailableOrder = Pick<OrderRow, 'status' | 'last_payment_error' | 'current_payment_id'>

/** Returns the mails that a person can send to an order's customer now. */
export const mailableKinds = (
  order: MailableOrder,
  payments: readonly MailablePayment[],
): MailKind[] => {
  // The gateway refused the order, so its pay link does not work.
  if (order.status === 'awaiting_payment') return order.last_payment_error ? [] : ['request']
  const payment = paymentToMail('receipt', order, payments)
  if (!payment) return []
  return [
    'receipt',
    ...(payment.state === 'voided' ? (['void'] as const) : []),
    ...(payment.refunded_minor > 0n && payment.state !== 'voided' ? (['refund'] as const) : []),
  ]
}

/** Returns the charge of a mail: the effective payment; `undefined` for a request. */
export const paymentToMail = <Payment extends MailablePayment>(
  kind: MailKind,
  { current_payment_id }: Pick<MailableOrder, 'current_payment_id'>,
  payments: readonly Payment[],
): Payment | undefined => {
  if (kind === 'request' || kind === 'reminder') return undefined
  const charged = payments.filter(hasCharge)
  return charged.find(({ id }) => id === current_payment_id) ?? charged.at(-1)
}
