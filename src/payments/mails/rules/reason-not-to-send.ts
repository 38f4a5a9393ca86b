import type { CustomerMailRow, OrderRow, PaymentRow, StoreRow } from '../../../db/db.ts'
import { hasReceiver } from '../../orders/rules/customer-mails.ts'

/** Reasons not to send a planned mail. */
export type NotSent =
  | 'erased'
  | 'store_removed'
  | 'no_longer_payable'
  | 'no_payment'
  | 'no_mail_server'

/** Returns why a planned mail is obsolete, such as a reminder of a paid order. */
export const reasonNotToSend = ({
  mail,
  order,
  store,
  payments,
}: {
  mail: Pick<CustomerMailRow, 'kind' | 'payment_id' | 'to_address'>
  order: Pick<OrderRow, 'status' | 'last_payment_error' | 'customer' | 'people_erased_at'>
  store: Pick<StoreRow, 'removed_at'>
  payments: readonly Pick<PaymentRow, 'id'>[]
}): NotSent | undefined => {
  if (store.removed_at) return 'store_removed'
  if (mail.to_address === null && !hasReceiver(order)) return 'erased'
  if (mail.kind === 'request' || mail.kind === 'reminder') {
    const isPayable = order.status === 'awaiting_payment' && order.last_payment_error === null
    return isPayable ? undefined : 'no_longer_payable'
  }
  return payments.some(({ id }) => id === mail.payment_id) ? undefined : 'no_payment'
}
