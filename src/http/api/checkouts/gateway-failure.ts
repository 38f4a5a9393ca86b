import type { Failure, Refused } from '../../../gateway/outcomes.ts'
import { paymentErrorOf } from '../../../payments/orders/rules/charges/payment-error.ts'
import { problem, problemWords } from '../../../runtime/http/problem.ts'
import { type RouteRefusal, refuse } from '../../../runtime/http/route.ts'

const DEFAULT_RETRY_SECONDS = 5

type FieldNames = Readonly<Record<string, string>>

export interface GatewayFailureWords {
  title: string
  /** Our field for each gateway field. */
  requestFieldOf?: FieldNames
  /** Selects the advice about repeating the request. */
  request?: 'checkout' | 'charge' | 'other'
}

export const answerGatewayFailure = (
  failure: Failure,
  { title, requestFieldOf, request = 'other' }: GatewayFailureWords,
): RouteRefusal => {
  switch (failure.outcome) {
    case 'refused': {
      const errors = errorsOfRefusal(failure, requestFieldOf)
      const refusal = { code: 'refused_by_gateway', detail: failure.message, errors } as const
      return refuse(problem({ ...refusal, ...titleOfRefusal(failure, title) }))
    }
    case 'unauthorized':
      return refuse(problem({ code: 'gateway_key_refused', ...problemWords('gatewayKeyRefused') }))
    case 'not-found':
      return refuse(
        problem({ code: 'gateway_address_wrong', ...problemWords('gatewayKeyRefused') }),
      )
    case 'unreachable': {
      const words = problemWords('gatewayUnreachable', () => ({ request }))
      const seconds = failure.retryAfterSeconds ?? DEFAULT_RETRY_SECONDS
      return refuse(problem({ code: 'gateway_unreachable', ...words, why: failure.detail }), {
        'retry-after': String(seconds),
      })
    }
  }
}

/** Nothing was charged, and no card was declined: the account refuses the order. */
const titleOfRefusal = (refusal: Refused, title: string) => {
  switch (paymentErrorOf(refusal).code) {
    case 'currency_refused':
      return problemWords('currencyRefused')
    case 'amount_refused':
      return problemWords('amountRefused')
    case 'terminal_unavailable':
    case 'request_refused':
      return { title }
  }
}

/** Groups the gateway's messages by field. */
export const errorsOfRefusal = ({ fields }: Pick<Refused, 'fields'>, names: FieldNames = {}) =>
  Object.entries(fields).flatMap(([field, messages]) =>
    messages.map((message) => ({ path: names[field] ?? field, message })),
  )
