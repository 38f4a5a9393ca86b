import { BASES } from '../addresses.ts'
import type { Sandbox } from '../context.ts'
import { json } from '../http/reply.ts'
import type { SandboxRoute } from '../http/router.ts'
import type { Merchant } from '../merchant.ts'
import { type ApiHandler, securedRoutes } from './call.ts'
import { confirmHandler } from './confirm.ts'
import { chargeMethod, chargeToken, deleteMethod, showMethods } from './payment-methods.ts'
import { addPaymentHandler, showPayment, showPayments } from './payments.ts'
import { createRateLimit } from './rate-limit.ts'
import { downloadReceipt, refundOne, showReceipt, voidOne } from './transactions.ts'

/** Routes of section 4. */
export const v1Routes = (sandbox: Sandbox, merchant: Merchant): SandboxRoute[] => {
  const rateLimit = createRateLimit()
  const v1 = securedRoutes({ sandbox, merchant, rateLimit, base: BASES.v1 })
  const embed = securedRoutes({ sandbox, merchant, rateLimit, base: BASES.embed })
  return [
    v1('GET', '/me', showMerchant),
    v1('GET', '/payments', showPayments),
    v1('POST', '/payments', addPaymentHandler),
    v1('GET', '/payments/:id', showPayment),
    v1('POST', '/payments/token-charge', chargeToken),
    v1('POST', '/payments/:id/void', voidOne),
    v1('POST', '/payments/:id/refund', refundOne),
    v1('GET', '/payments/:id/receipt', showReceipt),
    v1('GET', '/payments/:id/receipt/download', downloadReceipt),
    v1('GET', '/payment-methods', showMethods),
    v1('DELETE', '/payment-methods/:id', deleteMethod),
    v1('POST', '/payment-methods/:id/charge', chargeMethod),
    embed('POST', '/confirm', confirmHandler(merchant)),
  ]
}

/** Returns the merchant (4.1); the contract does not show its fields. */
const showMerchant: ApiHandler = ({ profile }, { environment }) => {
  const { merchant_name: name, currencies } = profile
  switch (profile.merchant_object) {
    case 'plain':
      return json(200, { id: 1, name, environment, currencies })
    case 'wrapped':
      return json(200, { data: { id: 1, name, environment, currencies } })
    case 'minimal':
      return json(200, { name })
  }
}
