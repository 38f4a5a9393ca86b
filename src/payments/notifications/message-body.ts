import { viewOfOrder, viewOfPayment, viewOfRefund } from '../../wire/order-view.ts'
import type { StorefrontMessage } from '../ports/storefront.ts'

export const notificationJson = (message: StorefrontMessage): string =>
  JSON.stringify({
    type: message.type,
    timestamp: message.at.toISOString(),
    data: notificationData(message),
  })

export const notificationData = (message: StorefrontMessage): object =>
  message.type === 'payment_method.saved'
    ? { payment_method: message.card }
    : {
        order: viewOfOrder(message.order),
        payment: message.payment && viewOfPayment(message.payment),
        payments: message.charges.flatMap((charge) => viewOfPayment(charge) ?? []),
        refunds: message.refunds.map(viewOfRefund),
      }
