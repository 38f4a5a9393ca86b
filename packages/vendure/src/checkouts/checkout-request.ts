import type { CheckoutRequest } from '@puente/node'
import type { Order } from '@vendure/core'
import type { PuenteCheckout } from './puente-checkout.entity.js'

/** What a storefront asks for. */
export interface CheckoutPages {
  successUrl: string
  cancelUrl?: string | undefined
  /** Saved card (`pm_…`) of the customer to charge now. */
  savedCard?: string | undefined
  /** By default, `checkout_mode` of the store at Puente. */
  mode?: 'HOSTED' | 'CARD_PAGE' | undefined
}

const MODES = { HOSTED: 'hosted', CARD_PAGE: 'card_page' } as const

/** Builds the request of a checkout for the amount that the order owes. */
export const checkoutRequest = (
  order: Order,
  {
    checkout,
    amount,
    pages: { successUrl, cancelUrl, savedCard, mode },
  }: { checkout: PuenteCheckout; amount: string; pages: CheckoutPages },
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
    ...(mode && { mode: MODES[mode] }),
  }
}
