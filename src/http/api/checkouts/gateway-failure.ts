import type { Failure } from '../../../gateway/outcomes.ts'
import { type Problem, problem } from '../../../runtime/http/problem.ts'
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
    repetition = 'Send the same request again.',
  }: {
    title: string
    /** Our field for each gateway field. */
    requestFieldOf?: Readonly<Record<string, string>>
    repetition?: string
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
          title: "The gateway does not accept the store's secret key or address",
          retry: 'ask-a-person',
          inSpanish: {
            title: 'La pasarela no acepta la clave secreta o la dirección de la tienda',
          },
        }),
      }
    case 'unreachable':
      return {
        document: problem({
          status: 502,
          code: 'gateway_unreachable',
          title: 'The gateway did not answer',
          detail: repetition,
          retry: 'retry',
          why: failure.detail,
          inSpanish: {
            title: 'La pasarela no respondió',
            detail: 'Envíe la misma solicitud de nuevo: no hace nada dos veces.',
          },
        }),
        headers: { 'retry-after': String(failure.retryAfterSeconds ?? DEFAULT_RETRY_SECONDS) },
      }
  }
}
