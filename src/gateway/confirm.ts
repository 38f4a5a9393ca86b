import { confirmAnswer } from '../contract/charges.ts'
import { exactJsonNumber } from '../runtime/text/json.ts'
import { type GatewayCaller, success } from './caller.ts'
import { type Decline, declineIn, declineOf } from './declines.ts'
import { type Failure, failureOfWork, type Refused, unreachable } from './outcomes.ts'
import { type BeginRetry, sendOrRetry } from './retry-without.ts'

export type ConfirmOutcome =
  | { outcome: 'approved'; transactionId: string }
  | Decline
  /** Redirect to `authenticationUrl` immediately; never store it (4.13). */
  | { outcome: 'authentication-required'; transactionId: string; authenticationUrl: string }
  /**
   * No charge; retry with another token. With `isNamed` the gateway blames this token (used or
   * unknown), otherwise it is only a possible cause.
   */
  | { outcome: 'token-refused'; isNamed: boolean; refusal: Refused | undefined }
  | Failure

/** The backend sets the amount, never the browser. */
export interface Confirmation {
  amount: string
  currency: string
  /** Single-use `tok_*`. */
  token: string
  publishableKey: string
  external_reference: string
  success_redirect_url?: string
  failed_redirect_url?: string
  description?: string
  metadata: Record<string, unknown>
}

/** Mode 2 (4.13). */
export const confirmations = (call: GatewayCaller) => ({
  /**
   * Charges a token. The gateway validates the body before the token (4.13, rule 2), so a retry
   * may reuse the token of a refused request.
   */
  confirm: async (confirmation: Confirmation, begin?: BeginRetry): Promise<ConfirmOutcome> => {
    const send = ({ amount, currency, token, publishableKey, ...rest }: Confirmation) =>
      call({
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
    const answer = await sendOrRetry({ body: confirmation }, { send, begin })
    const refusedByProcessor = declineIn(answer)
    if (refusedByProcessor) return refusedByProcessor
    const read = success(answer, confirmAnswer, failureOfWork)
    if (!read.ok) return tokenRefusalIn(read.failure) ?? read.failure
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

/** Matches `token` as a whole word only, and so not `tokenized_charge_disabled`. */
const NAMES_TOKEN = /(^|[._-])token([._-]|$)/i

/** Other causes of a 422: body fields, and the sandbox terminal (5.4). */
const NAMES_ANOTHER_CAUSE =
  /^(amount|currency_code|publishable_key|external_reference|description|metadata)(\.|$)|_redirect_url|^sandbox_terminal_unavailable$/

/**
 * Detects a refused token. Its response is undocumented, so the signs are an error name with
 * "token", a 404 not about the route, and a 422 without another cause. Tokens are single-use
 * (4.14), so asking for the card again is right after any refusal.
 */
const tokenRefusalIn = (
  failure: Failure,
): (ConfirmOutcome & { outcome: 'token-refused' }) | undefined => {
  if (failure.outcome === 'not-found') {
    const isRoute = failure.kind === undefined || failure.kind === 'not_found'
    return isRoute ? undefined : { outcome: 'token-refused', isNamed: true, refusal: undefined }
  }
  const refusal =
    failure.outcome === 'refused'
      ? failure
      : failure.outcome === 'unreachable'
        ? failure.refusal
        : undefined
  if (!refusal) return undefined
  const names = [refusal.code ?? '', ...Object.keys(refusal.fields)]
  if (names.some((name) => NAMES_TOKEN.test(name))) {
    return { outcome: 'token-refused', isNamed: true, refusal }
  }
  const isUnclear =
    failure.outcome === 'refused' && !names.some((name) => NAMES_ANOTHER_CAUSE.test(name))
  return isUnclear ? { outcome: 'token-refused', isNamed: false, refusal } : undefined
}
