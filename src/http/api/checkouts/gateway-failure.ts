import type { Failure, Refused } from '../../../gateway/outcomes.ts'
import { inEachLanguage, type Language } from '../../../locales/language.ts'
import { paymentErrorOf } from '../../../payments/orders/rules/charges/payment-error.ts'
import { problem, problemWords } from '../../../runtime/http/problem.ts'
import { type RouteRefusal, refuse } from '../../../runtime/http/route.ts'
import { fieldMessage } from '../../../runtime/text/field-messages.ts'

const DEFAULT_RETRY_SECONDS = 5

type FieldNames = Readonly<Record<string, string>>

export interface GatewayFailureWords {
  /** Object of the refusal, for the title. */
  of: 'payment' | 'charge' | 'receipt' | 'request'
  /** Our field for each gateway field. */
  requestFieldOf?: FieldNames
  /** Selects the advice about repeating the request. */
  request?: 'checkout' | 'charge' | 'other'
}

export const answerGatewayFailure = (
  failure: Failure,
  { of, requestFieldOf, request = 'other' }: GatewayFailureWords,
): RouteRefusal => {
  switch (failure.outcome) {
    case 'refused': {
      const words = refusalWords(failure, { of: kindOfRefusal(failure) ?? of, requestFieldOf })
      return refuse(problem({ code: 'refused_by_gateway', ...words }))
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
const kindOfRefusal = (refusal: Refused): 'currency' | 'amount' | undefined => {
  switch (paymentErrorOf(refusal).code) {
    case 'currency_refused':
      return 'currency'
    case 'amount_refused':
      return 'amount'
    case 'terminal_unavailable':
    case 'request_refused':
      return undefined
  }
}

const refusalWords = (
  refusal: Refused,
  { of, requestFieldOf }: { of: string; requestFieldOf: FieldNames | undefined },
) => {
  const { gateway_message, errors, errorsIn } = errorsOfRefusal(refusal, requestFieldOf)
  const fields = [...new Set(errors.map(({ path }) => path))].join(', ') || 'none'
  const { translations } = problemWords('refusedByGateway', () => ({ of, fields }))
  const inBoth = inEachLanguage((language) => ({
    ...(translations?.[language] ?? { title: '' }),
    errors: errorsIn(language),
  }))
  return { ...inBoth.en, translations: inBoth, gateway_message }
}

/** Names the refused fields in our words, and keeps the gateway's words apart. */
export const errorsOfRefusal = (
  { fields, message }: Pick<Refused, 'fields'> & Partial<Pick<Refused, 'message'>>,
  names: FieldNames = {},
) => {
  const paths = [...new Set(Object.keys(fields).map((field) => names[field] ?? field))]
  const said = [message, ...Object.values(fields).flat()].filter((text) => text !== undefined)
  const errorsIn = (language: Language) =>
    paths.map((path) => ({ path, message: REFUSED_VALUE[language] }))
  return {
    errors: errorsIn('en'),
    errorsIn,
    gateway_message: [...new Set(said)].join(' · ') || undefined,
  }
}

const REFUSED_VALUE = fieldMessage('refusedByGateway')
