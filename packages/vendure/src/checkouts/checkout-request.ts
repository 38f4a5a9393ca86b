import type { CheckoutRequest } from '@puente/node'
import type { Order } from '@vendure/core'
import type { MethodSettings } from '../settings/arguments.js'
import type { PuenteCheckout } from './puente-checkout.entity.js'

export interface CheckoutPages {
  successUrl: string
  cancelUrl?: string | undefined
  /** Saved card (`pm_…`) of the customer to charge now. */
  savedCard?: string | undefined
}

/** Builds the request of a checkout for the amount that the order owes. */
export const checkoutRequest = (
  order: Order,
  {
    checkout,
    amount,
    settings,
    pages: { successUrl, cancelUrl, savedCard },
  }: { checkout: PuenteCheckout; amount: string; settings: MethodSettings; pages: CheckoutPages },
): CheckoutRequest => {
  const { customer } = order
  return {
    order: {
      id: checkout.puenteOrderId,
      number: order.code,
      amount,
      currency: order.currencyCode,
      ...(customer && {
        customer: {
          name: `${customer.firstName} ${customer.lastName}`,
          email: customer.emailAddress,
          phone: customer.phoneNumber,
        },
      }),
    },
    success_url: successUrl,
    cancel_url: cancelUrl ?? successUrl,
    ...(savedCard !== undefined && { payment_method: savedCard, on_decline: 'checkout' }),
    ...(settings.mode === 'card_page' && { mode: 'card_page' }),
  }
}
