import type { OrderEvent } from '@puente/node'
import { chargeOf } from '../payments/charge.js'
import type { VerifiedRequest } from './verified.js'

/** Medusa's answer to a webhook, with the verified request for this package's own route. */
export interface WebhookAction {
  action: 'captured' | 'not_supported'
  data: { session_id: string; amount: string; verified: VerifiedRequest }
}

/** Translates a notification for Medusa's own route: only a charge of the right amount is captured. */
export const webhookAction = (verified: VerifiedRequest): WebhookAction => {
  const paid = verified.outcome === 'order' ? paidAmount(verified.event) : undefined
  // Medusa ignores an action without a session.
  if (verified.outcome !== 'order' || paid === undefined)
    return { action: 'not_supported', data: { session_id: '', amount: '0', verified } }
  const { id } = verified.event.data.order
  return { action: 'captured', data: { session_id: id, amount: paid, verified } }
}

const paidAmount = ({ data }: OrderEvent): string | undefined => {
  const charge = chargeOf(data, data.order)
  return charge.outcome === 'paid' ? charge.payment.amount : undefined
}
