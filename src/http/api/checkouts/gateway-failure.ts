import type { Failure } from '../../../gateway/outcomes.ts'
import { type Problem, problem, problemWords } from '../../../runtime/http/problem.ts'
import { type Answer, refuse } from '../route.ts'

const DEFAULT_RETRY_SECONDS = 5

export interface GatewayRefusal {
  document: Problem
  headers?: Record<string, string>
}

/** Maps a gateway failure to the store's answer. */
export const answerGatewayFailure = (...about: Parameters<typeof refusalOfGateway>): Answer => {
  const { document, headers } = refusalOfGateway(...about)
  return refuse(document, headers)
}

/** Maps a gateway failure to a refusal that callers can extend. */
export const refusalOfGateway = (
  failure: Failure,
  {
    title,
    requestFieldOf = {},
    request = 'other',
  }: {
    title: string
    /** Our field for each gateway field. */
    requestFieldOf?: Readonly<Record<string, string>>
    /** Decides what the caller reads about a repetition. */
    request?: 'checkout' | 'charge' | 'other'
  },
): GatewayRefusal => {
  switch (failure.outcome) {
    case 'refused':
      return {
        document: problem({
          status: 422,
          code: 'refused_by_gateway',
          title,
          detail: failure.message,
          retry: 'permanent',
          errors: Object.entries(failure.fields).flatMap(([field, messages]) =>
            messages.map((message) => ({ path: requestFieldOf[field] ?? field, message })),
          ),
        }),
      }
    case 'unauthorized':
    case 'not-found':
      return {
        document: problem({
          status: 502,
          code:
            failure.outcome === 'unauthorized' ? 'gateway_key_refused' : 'gateway_address_wrong',
          ...problemWords('gatewayKeyRefused'),
          retry: 'ask-a-person',
        }),
      }
    case 'unreachable':
      return {
        document: problem({
          status: 502,
          code: 'gateway_unreachable',
          ...problemWords('gatewayUnreachable', () => ({ request })),
          retry: 'retry',
          why: failure.detail,
        }),
        headers: { 'retry-after': String(failure.retryAfterSeconds ?? DEFAULT_RETRY_SECONDS) },
      }
  }
}
