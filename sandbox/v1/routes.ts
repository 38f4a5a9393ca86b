import type { Environment } from '../../src/contract/keys.ts'
import type { Sandbox } from '../context.ts'
import { findPayment, listPayments } from '../database/payments.ts'
import { json, type Reply } from '../http/reply.ts'
import type { HttpRequest } from '../http/request.ts'
import type { Route } from '../http/router.ts'
import type { Language } from '../language.ts'
import type { Merchant } from '../merchant.ts'
import { createPayment } from '../payments/create-payment.ts'
import { createPaymentBody, droppedFields } from '../payments/create-payment-body.ts'
import { termsOf } from '../payments/create-payment-rules.ts'
import { createdPaymentObject, paymentObject } from '../payments/payment-object.ts'
import { bodyTooLarge, codedError, invalid, requestLanguage, unauthenticated } from './errors.ts'
import { listPaymentsQuery, queryValues } from './list-payments-query.ts'
import { violationsOf } from './violations.ts'

/** A request with a valid secret key. */
interface Call {
  request: HttpRequest
  environment: Environment
  language: Language
}

/** The routes of `{base_url}`, `gateway-api.md` 4. */
export const v1Routes = (sandbox: Sandbox, merchant: Merchant): Route[] => {
  const route = (
    method: Route['method'],
    path: string,
    answer: (sandbox: Sandbox, call: Call) => Reply | Promise<Reply>,
  ): Route => ({
    method,
    path: `/v1${path}`,
    answer: (request) => {
      const language = requestLanguage(request)
      const environment = merchant.environmentOf(request.headers.authorization)
      if (!environment) return unauthenticated(language)
      if (request.body.kind === 'too-large') return bodyTooLarge(language)
      return answer(sandbox, { request, environment, language })
    },
  })
  return [
    route('GET', '/me', showMerchant),
    route('GET', '/payments', showPayments),
    route('POST', '/payments', addPayment),
    route('GET', '/payments/:id', showPayment),
  ]
}

/** 4.1. Fields of the merchant object: not shown. */
const showMerchant = ({ profile }: Sandbox, { environment }: Call): Reply =>
  json(200, { id: 1, name: profile.merchantName, environment, currencies: profile.currencies })

/** 4.2 */
const showPayments = async (sandbox: Sandbox, call: Call): Promise<Reply> => {
  const query = listPaymentsQuery.safeParse(queryValues(call.request.query))
  if (!query.success) return invalid(violationsOf(query.error), call.language)
  const { page, status, from, to, external_reference } = query.data
  const perPage = Math.min(query.data.per_page, sandbox.profile.per_page_max)
  const { rows, total } = await listPayments(sandbox.database.query, {
    filter: {
      environment: call.environment,
      status,
      externalReference: external_reference,
      createdFrom: from,
      createdBefore: to,
    },
    page,
    perPage,
  })
  return json(200, {
    data: rows.map((row) => paymentObject(row, sandbox)),
    meta: {
      current_page: page,
      per_page: perPage,
      total,
      last_page: Math.max(1, Math.ceil(total / perPage)),
    },
  })
}

/** 4.3 */
const addPayment = async (sandbox: Sandbox, call: Call): Promise<Reply> => {
  const { environment, language } = call
  const { body, headers } = call.request
  const parsed = createPaymentBody.safeParse(
    body.kind === 'json' ? body.value : body.kind === 'none' ? {} : undefined,
  )
  if (!parsed.success) return invalid(violationsOf(parsed.error), language)
  const { clock, profile } = sandbox
  const outcome = termsOf(parsed.data, { profile, now: clock.now() })
  if (!outcome.ok) return invalid(outcome.violations, language)

  const payment = await createPayment(sandbox, {
    environment,
    body: parsed.data,
    terms: outcome.terms,
    idempotencyKey: headers['idempotency-key']?.toString() || undefined,
  })
  const warnings = body.kind === 'json' ? droppedFields(body.value as Record<string, unknown>) : []
  return json(201, createdPaymentObject(payment, { ...sandbox, warnings }))
}

/** 4.4 */
const showPayment = async (sandbox: Sandbox, call: Call): Promise<Reply> => {
  const { environment, language } = call
  const payment = await findPayment(sandbox.database.query, {
    id: call.request.params.id ?? '',
    environment,
  })
  return payment
    ? json(200, paymentObject(payment, sandbox))
    : codedError(404, { code: 'payment_not_found', language })
}
