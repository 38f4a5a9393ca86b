import { readFileSync } from 'node:fs'
import type { Sandbox } from '../context.ts'
import { findPaymentBySlug } from '../database/payments.ts'
import type { PaymentRow } from '../database/tables.ts'
import { type Reply, seeOther } from '../http/reply.ts'
import type { HttpRequest } from '../http/request.ts'
import type { Route } from '../http/router.ts'
import { type ChargeOutcome, chargePayment } from '../payments/charge.ts'
import { payabilityOf } from '../payments/states.ts'
import { readForm } from './form-input.ts'
import { formPage } from './form-page.ts'
import { STYLESHEET_PATH } from './page.ts'
import { approvedScreen, notFoundScreen, notPayableScreen, tooLargeScreen } from './screens.ts'
import { type Visit, visitOf } from './visit.ts'

/** The hosted checkout: where `checkout_url` leads, `gateway-api.md` 1.2 and 4.3. */
export const checkoutRoutes = (sandbox: Sandbox): Route[] => {
  const stylesheet = readFileSync(new URL('./page.css', import.meta.url), 'utf8')
  return [
    { method: 'GET', path: STYLESHEET_PATH, answer: () => css(stylesheet) },
    { method: 'GET', path: '/checkout/:slug', answer: (request) => showPage(sandbox, request) },
    { method: 'POST', path: '/checkout/:slug', answer: (request) => takeForm(sandbox, request) },
  ]
}

const css = (body: string): Reply => ({
  status: 200,
  headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'max-age=300' },
  body,
})

const findBySlug = async (
  { database }: Sandbox,
  { params }: HttpRequest,
): Promise<PaymentRow | undefined> =>
  /^[a-z]{12}$/.test(params.slug ?? '')
    ? findPaymentBySlug(database.query, params.slug ?? '')
    : undefined

const showPage = async (sandbox: Sandbox, request: HttpRequest): Promise<Reply> => {
  const visit = visitOf(request)
  const payment = await findBySlug(sandbox, request)
  if (!payment) return notFoundScreen(visit)
  const view = { visit, payment, merchantName: sandbox.profile.merchant_name }

  const transaction = await findApproved(sandbox, payment, request.query.get('paid'))
  if (transaction) return approvedScreen({ ...view, transaction })
  const payability = payabilityOf(payment, sandbox.clock.now())
  return payability === 'payable'
    ? formPage({ ...view, declined: request.query.get('declined') })
    : notPayableScreen({ ...view, because: payability })
}

/** Only the id of an approved charge of this very payment shows the success screen. */
const findApproved = async ({ database }: Sandbox, payment: PaymentRow, id: string | null) => {
  if (!id || !/^[\da-f-]{36}$/.test(id)) return undefined
  return database.query
    .selectFrom('transactions')
    .selectAll()
    .where('payment_id', '=', payment.id)
    .where('paid_at', 'is not', null)
    .where((where) => where(where.cast('id', 'text'), '=', id))
    .executeTakeFirst()
}

const takeForm = async (sandbox: Sandbox, request: HttpRequest): Promise<Reply> => {
  const visit = visitOf(request)
  const { body } = request
  if (body.kind === 'too-large') return tooLargeScreen(visit)
  const payment = await findBySlug(sandbox, request)
  if (!payment) return notFoundScreen(visit)

  const typed = body.kind === 'form' ? body.fields : {}
  const view = { visit, payment, typed, merchantName: sandbox.profile.merchant_name }
  const { texts } = visit
  const reading = readForm(typed, { payment, now: sandbox.clock.now(), texts })
  if (!reading.ok) {
    const payability = payabilityOf(payment, sandbox.clock.now())
    return payability === 'payable'
      ? formPage({ ...view, errors: reading.errors })
      : notPayableScreen({ ...view, because: payability })
  }
  const outcome = await chargePayment(sandbox, { paymentId: payment.id, ...reading })
  return seeOther(nextPage(outcome, { visit, payment }))
}

/** Where the customer goes after an attempt. A reload of that page charges nothing. */
const nextPage = (
  outcome: ChargeOutcome,
  { visit, payment }: { visit: Visit; payment: PaymentRow },
): string => {
  const here = (query: Record<string, string>) =>
    `/checkout/${payment.slug}?${new URLSearchParams({ ...query, lang: visit.language })}`
  switch (outcome.kind) {
    case 'approved':
      return payment.success_url
        ? new URL(payment.success_url).href
        : here({ paid: outcome.transaction.id })
    case 'declined':
      return here({ declined: outcome.decline.IsoResponseCode })
    case 'pending':
      return outcome.authenticationUrl
    default:
      return here({})
  }
}
