import { HttpResponseError } from '@shopify/shopify-api'
import { z } from 'zod'
import { errorMessage } from '../../../src/runtime/failure.ts'
import { type FailureCode, type GraphqlFailure, operationFailed } from '../graphql/outcome.ts'

/**
 * Keeps only the status and a page's title: the exception's message quotes tokens. A busy or broken
 * shop is retryable; a refusal (revoked token, closed shop, changed secret) needs attention.
 */
export const tokenFailureOf = (error: unknown): GraphqlFailure => {
  if (error instanceof HttpResponseError) {
    const { code: status, body } = error.response
    const answer = [status, page.parse(body).said].filter(Boolean).join(' ')
    return status === 429 || status >= 500
      ? noToken('unreachable', `it answered ${answer} when it was asked for a token`)
      : noToken(
          'token-refused',
          `the shop gives no token (${answer}): open the app in its admin, or install it again`,
        )
  }
  if (error instanceof SyntaxError) {
    return noToken('unreachable', 'its answer about a token is no JSON')
  }
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return noToken('unreachable', 'it did not answer in time when it was asked for a token')
  }
  const { cause } = error instanceof Error ? error : {}
  return noToken('unreachable', cause ? errorMessage(cause) : 'it could not be asked for a token')
}

/** `said`: see `shopFetch`. */
const page = z.object({ said: z.string().catch('') }).catch({ said: '' })

const noToken = (code: FailureCode, detail: string): GraphqlFailure =>
  operationFailed(code, { detail, effect: 'none' })

export const NOT_INSTALLED = noToken('not-installed', 'the shop has not installed the app')
