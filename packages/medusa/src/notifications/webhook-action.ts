import { chargeOf } from '../payments/charge.js'
import type { SeenOrder, VerifiedRequest } from './verified.js'

/** Medusa's answer to a webhook, with the verified request for this package's own route. */
export interface WebhookAction {
  action: 'captured' | 'not_supported'
  data: { session_id: string; amount: string; verified: VerifiedRequest }
}

/** Translates a notification for Medusa's own route: only a charge of the right amount is captured. */
export const webhookAction = (verified: VerifiedRequest): WebhookAction => {
  const paid = verified.outcome === 'order' ? paidAmount(verified.seen) : undefined
  // Medusa ignores an action without a session.
  if (verified.outcome !== 'order' || paid === undefined)
    return { action: 'not_supported', data: { session_id: '', amount: '0', verified } }
  const { id } = verified.seen.order
  return { action: 'captured', data: { session_id: id, amount: paid, verified } }
}

const paidAmount = (seen: SeenOrder): string | undefined => {
  const charge = chargeOf(seen, seen.order)
  return charge.outcome === 'paid' ? charge.payment.amount : undefined
}
