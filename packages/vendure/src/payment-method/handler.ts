import { type Injector, LanguageCode, PaymentMethodHandler } from '@vendure/core'
import { HANDLER_CODE } from '../names.js'
import { methodArguments } from '../settings/arguments.js'
import { ChargeOrder } from './charge-order.js'

let charges: ChargeOrder

/** Payment method handler of Puente. The customer pays at Puente; the handler asks it what was paid. */
export const puentePaymentHandler = new PaymentMethodHandler({
  code: HANDLER_CODE,
  description: [{ languageCode: LanguageCode.en, value: 'Puente: cards' }],
  args: methodArguments,
  init: (injector: Injector) => {
    charges = injector.get(ChargeOrder)
  },
  createPayment: (ctx, order, amount, settings) => charges.payment(ctx, order, amount, settings),
  // Puente's gateway captures with the charge: a payment is settled from its creation.
  settlePayment: () => ({ success: true }),
  cancelPayment: (ctx, order, payment, settings) => charges.cancel(ctx, order, payment, settings),
  createRefund: (ctx, { reason }, amount, order, payment, settings) =>
    charges.refund(ctx, settings, { order, payment, amount, reason }),
})
