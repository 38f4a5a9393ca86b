import { HttpResponseError } from '@shopify/shopify-api'
import { z } from 'zod'
import { errorMessage, type Retry } from '../../../src/runtime/failure.ts'

/** Why a shop gives no access token. */
export interface TokenFailure {
  outcome: 'failed'
  retry: Retry
  code: 'not-installed' | 'token-refused' | 'unreachable'
  /** For people; no secrets. */
  detail: string
}

/**
 * Judges an exception of the library. Its messages quote answers and tokens, so only the status and
 * the quote of a page go on. A shop that is busy or broken may answer later; one that refuses
 * (a revoked token, a closed shop, a changed secret) will not before somebody has seen to it.
 */
export const tokenFailureOf = (error: unknown): TokenFailure => {
  if (error instanceof HttpResponseError) {
    const { code: status, body } = error.response
    const { said } = page.parse(body)
    const answer = [status, said].filter(Boolean).join(' ')
    return status === 429 || status >= 500
      ? unreachable(`it answered ${answer} when it was asked for a token`)
      : {
          outcome: 'failed',
          retry: 'ask-a-person',
          code: 'token-refused',
          detail: refused(answer),
        }
  }
  if (error instanceof SyntaxError) return unreachable('its answer about a token is no JSON')
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return unreachable('it did not answer in time when it was asked for a token')
  }
  const { cause } = error instanceof Error ? error : {}
  return unreachable(cause ? errorMessage(cause) : 'it could not be asked for a token')
}

/** `said`: see `shopFetch`; the words of Shopify's own JSON stay unread. */
const page = z.object({ said: z.string().catch('') }).catch({ said: '' })

const refused = (answer: string): string =>
  `the shop gives no token (${answer}): open the app in its admin, or install it again`

const unreachable = (detail: string): TokenFailure => ({
  outcome: 'failed',
  retry: 'retry',
  code: 'unreachable',
  detail,
})

export const NOT_INSTALLED: TokenFailure = {
  outcome: 'failed',
  retry: 'ask-a-person',
  code: 'not-installed',
  detail: 'the shop has not installed the app',
}
