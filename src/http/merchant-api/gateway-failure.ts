import type { Failure } from '../../gateway/outcomes.ts'
import { problem } from '../problem.ts'
import { type Answer, refuse } from './route.ts'

const DEFAULT_RETRY_SECONDS = 5

/** What a shop is answered when the gateway could not do its part. */
export const answerGatewayFailure = (
  failure: Failure,
  {
    title,
    fieldAtOurs = {},
    repetition = 'Send the same request again.',
  }: {
    /** Of a refusal. */
    title: string
    /** Where the gateway's fields are in our request. */
    fieldAtOurs?: Readonly<Record<string, string>>
    repetition?: string
  },
): Answer => {
  switch (failure.outcome) {
    case 'refused':
      return refuse(
        problem({
          status: 422,
          code: 'refused_by_gateway',
          title,
          detail: failure.message,
          retry: 'permanent',
          errors: Object.entries(failure.fields).flatMap(([field, messages]) =>
            messages.map((message) => ({ path: fieldAtOurs[field] ?? field, message })),
          ),
        }),
      )
    case 'unauthorized':
    case 'not-found':
      return refuse(
        problem({
          status: 502,
          code:
            failure.outcome === 'unauthorized' ? 'gateway_key_refused' : 'gateway_address_wrong',
          title: "The gateway does not accept the store's secret key or address",
          retry: 'ask-a-person',
          inSpanish: {
            title: 'La pasarela no acepta la clave secreta o la dirección de la tienda',
          },
        }),
      )
    case 'unreachable':
      return refuse(
        problem({
          status: 502,
          code: 'gateway_unreachable',
          title: 'The gateway did not answer',
          detail: repetition,
          retry: 'retry',
          inSpanish: {
            title: 'La pasarela no respondió',
            detail: 'Envíe la misma solicitud de nuevo: no hace nada dos veces.',
          },
        }),
        { 'retry-after': String(failure.retryAfterSeconds ?? DEFAULT_RETRY_SECONDS) },
      )
  }
}
