import { confirmAnswer } from '../contract/charges.ts'
import { exactJsonNumber } from '../platform/json.ts'
import { type Caller, success } from './caller.ts'
import { type Decline, declineIn, declineOf } from './declines.ts'
import { type Failure, unreachable } from './outcomes.ts'

export type ConfirmOutcome =
  | { outcome: 'approved'; transactionId: string }
  | Decline
  /** Send the customer to `authenticationUrl` at once; it is not kept anywhere (4.13). */
  | { outcome: 'authentication-required'; transactionId: string; authenticationUrl: string }
  | Failure

/** The body of confirm, 4.13. The amount is set here, not by the browser. */
export interface Confirmation {
  /** Decimal string. */
  amount: string
  /** Alphabetic or numeric code. */
  currency: string
  /** The single-use `tok_*`. */
  token: string
  publishableKey: string
  external_reference: string
  success_redirect_url?: string
  failed_redirect_url?: string
  description?: string
  metadata: Record<string, unknown>
}

/** Mode 2, `gateway-api.md` 4.13. */
export interface Confirmations {
  confirm(confirmation: Confirmation): Promise<ConfirmOutcome>
}

export const confirmations = (call: Caller): Confirmations => ({
  confirm: async ({ amount, currency, token, publishableKey, ...rest }) => {
    const answer = await call({
      method: 'POST',
      base: 'embed',
      path: '/confirm',
      body: {
        amount: exactJsonNumber(amount),
        currency_code: currency,
        payment_token: token,
        publishable_key: publishableKey,
        ...rest,
      },
    })
    const refusedByProcessor = declineIn(answer)
    if (refusedByProcessor) return refusedByProcessor
    const read = success(answer, confirmAnswer)
    if (!read.ok) return read.failure
    switch (read.value.status) {
      case 'approved':
        return { outcome: 'approved', transactionId: read.value.transaction_id }
      case 'pending':
        return {
          outcome: 'authentication-required',
          transactionId: read.value.transaction_id,
          authenticationUrl: read.value.authentication_url,
        }
      case 'declined':
        return declineOf(read.value) ?? unreachable('unknown', 'unreadable answer: Errors')
    }
  },
})
