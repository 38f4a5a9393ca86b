import { addMs } from '../../../src/runtime/clock.ts'
import { createPaymentInput, droppedFields } from '../bodies/create-payment.ts'
import type { Sandbox } from '../context.ts'
import { findSandboxPayment, listPayments } from '../database/payments.ts'
import { json } from '../http/reply.ts'
import { violationsOf } from '../messages.ts'
import { createPayment } from '../payments/create-payment.ts'
import { termsOf } from '../payments/create-payment-rules.ts'
import { createdPaymentObject, paymentObjectOf } from '../payments/payment-object.ts'
import { asShown } from '../payments/refunds/shown-refunds.ts'
import { type ApiHandler, idempotencyKeyOf, keyRejected, onTerminal, readApiBody } from './call.ts'
import { listPaymentsQuery, queryValues } from './list-payments-query.ts'

/** Lists payments (4.2). */
export const showPayments: ApiHandler = async (sandbox, { request, environment, refuse }) => {
  const query = listPaymentsQuery.safeParse(queryValues(request.query))
  if (!query.success) return refuse.invalid(violationsOf(query.error))
  const { page, per_page, status, from, to, external_reference } = query.data
  const { per_page_max, per_page_above_max } = sandbox.profile
  if (per_page > per_page_max && per_page_above_max === 'rejected') {
    return refuse.invalid({ per_page: [`max:${per_page_max}`] })
  }
  const perPage = Math.min(per_page, per_page_max)
  const { rows, total } = await listPayments(sandbox.database.query, {
    filter: {
      environment,
      status,
      externalReference: external_reference,
      createdFrom: from,
      createdBefore: shownBefore(sandbox, to),
    },
    page,
    perPage,
  })
  return json(200, {
    data: (await asShown(sandbox, rows)).map((row) => paymentObjectOf(row, sandbox)),
    meta: {
      current_page: page,
      per_page: perPage,
      total,
      last_page: Math.max(1, Math.ceil(total / perPage)),
    },
  })
}

const LAG_MS = 5 * 60_000

const shownBefore = (
  { clock, profile }: Pick<Sandbox, 'clock' | 'profile'>,
  to: Date | undefined,
): Date | undefined => {
  if (profile.new_payments_in_list === 'at_once') return to
  const shown = addMs(clock.now(), -LAG_MS)
  return to && to < shown ? to : shown
}

/** Creates a payment (4.3). */
export const addPaymentHandler = onTerminal(async (sandbox, call) => {
  const { environment, refuse, request } = call
  const body = readApiBody(call, createPaymentInput)
  if (!body.ok) return refuse.invalid(body.violations)
  const { clock, profile } = sandbox
  const outcome = termsOf(body.value, { profile, now: clock.now() })
  if (!outcome.ok) return refuse.invalid(outcome.violations)

  const created = await createPayment(sandbox, {
    environment,
    body: body.value,
    terms: outcome.terms,
    idempotencyKey: idempotencyKeyOf(request),
  })
  if (created === 'key-rejected') return keyRejected(sandbox, call)
  const warnings =
    request.body.kind === 'json' ? droppedFields(request.body.value as Record<string, unknown>) : []
  const { publicUrl } = sandbox
  return json(201, createdPaymentObject(created, { publicUrl, profile, warnings }))
})

/** Reads a payment (4.4). */
export const showPayment: ApiHandler = async (sandbox, { request, environment, refuse }) => {
  const payment = await findSandboxPayment(sandbox.database.query, {
    id: request.params.id ?? '',
    environment,
  })
  if (!payment) return refuse.coded(404, 'payment_not_found')
  const [shown = payment] = await asShown(sandbox, [payment])
  return json(200, paymentObjectOf(shown, sandbox))
}
