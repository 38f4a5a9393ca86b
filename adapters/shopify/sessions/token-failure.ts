import { HttpResponseError } from '@shopify/shopify-api'
import { z } from 'zod'
import { errorMessage, type Retry } from '../../../src/runtime/failure.ts'

export interface TokenFailure {
  outcome: 'failed'
  retry: Retry
  code: 'not-installed' | 'token-refused' | 'unreachable'
  /** Shown to operators; contains no secrets. */
  detail: string
}

/**
 * Classifies a library exception. Its message quotes tokens, so keeps only the status and a page's
 * title. A busy or broken shop is retryable; a refusal (revoked token, closed shop, changed secret)
 * needs attention.
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

/** `said`: see `shopFetch`. */
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
