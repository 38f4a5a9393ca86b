import { type Injector, LanguageCode, PaymentMethodHandler } from '@vendure/core'
import { HANDLER_CODE } from '../names.js'
import { RequestRefund } from '../refunds/request-refund.js'
import { methodArguments } from '../settings/arguments.js'

let refunds: RequestRefund

/** Payment method handler of Puente. Its payments come from Puente alone, never from a storefront. */
export const puentePaymentHandler = new PaymentMethodHandler({
  code: HANDLER_CODE,
  description: [{ languageCode: LanguageCode.en, value: 'Puente: cards' }],
  args: methodArguments,
  init: (injector: Injector) => {
    refunds = injector.get(RequestRefund)
  },
  createPayment: (_ctx, _order, amount) => ({
    amount,
    state: 'Declined',
    errorMessage: 'Call createPuenteCheckout: Vendure records the payment when Puente reports it.',
  }),
  // Puente's gateway captures with the charge: a payment is settled from its creation.
  settlePayment: () => ({ success: true }),
  cancelPayment: (ctx, order, payment, settings) =>
    refunds.cancel(ctx, { order, payment, settings }),
  createRefund: (ctx, { reason }, amount, order, payment, settings) =>
    refunds.refund(ctx, { order, payment, settings }, { amount, reason }),
})
