import { type Request, Router } from 'express'
import { z } from 'zod'
import type { OrderRow } from '../../db/db.ts'
import { currencyByCode } from '../../domain/currencies.ts'
import { parseMoney } from '../../domain/money.ts'
import { checkIdentity } from '../../payments/checkout/known-identity.ts'
import type { PayLink } from '../../payments/checkout/pay-link.ts'
import { openCardPageLink, payOnCardPage } from '../../payments/checkout/pay-on-card-page.ts'
import { canRedirectBack } from '../../payments/ports/card-page-setup.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import { parseFields } from '../../runtime/http/body/issue-words.ts'
import { jsonBody } from '../../runtime/http/body/parse-body.ts'
import { localeOfOrder, otherLanguageUrl } from '../../runtime/http/page/page-language.ts'
import { PERMISSIONS_POLICY_OF_CARD_FIELDS } from '../../runtime/http/page/permissions-policy.ts'
import { speak } from '../../runtime/http/page/reader-language.ts'
import { invalidFields, notFound, sendProblem } from '../../runtime/http/problem.ts'
import { plainText } from '../../runtime/text/plain-text.ts'
import { reportAs, setPolicy } from '../content-reports/reported-policy.ts'
import { renderCardPage } from './card-page.ts'
import { answerTo, REASON_OF_REST } from './card-page-answers.ts'
import { cardPageCsp } from './card-page-csp.ts'
import type { Reason } from './decline-reasons.ts'
import { allowFraming, claimsFrame, framedBy, keptQuery } from './framing.ts'
import { KIND_OF_PAYMENT_ERROR } from './page-kinds.ts'
import { endedKind } from './page-of-link.ts'
import type { SendUnknownLink } from './refuse-customer.ts'
import { pageSender } from './send-page.ts'

/** Serves `/pay/{token}/card` and its endpoints. */
export const cardPageRoutes = (ctx: PaymentsContext, sendUnknownLink: SendUnknownLink): Router => {
  const router = Router()
  const sendPage = pageSender(ctx)

  router.get('/:token/card', async (request, response) => {
    const isBackFromBank = request.query.failed !== undefined
    const page = await openCardPageLink(ctx, request.params.token, { afterBank: isBackFromBank })
    if (!page) return sendUnknownLink(request, response)
    if (page.state === 'elsewhere') {
      if (page.link.state !== 'ended') return response.redirect(303, addressOf(page.link, request))
      response.status(410)
      return sendPage(request, response, {
        kind: endedKind(page.link.order),
        order: page.link.order,
      })
    }
    const { sdkUrl } = ctx.cardPage
    if (page.state === 'not-set-up' || !sdkUrl) {
      response.status(503)
      return sendPage(request, response, { kind: 'unavailable', order: page.order })
    }
    if (page.state === 'resting') {
      response.set('retry-after', String(page.seconds)).status(429)
      return sendPage(request, response, {
        kind: REASON_OF_REST[page.because],
        order: page.order,
      })
    }
    const { order, store } = page
    const locale = localeOfOrder(request, order)
    const frame = framedBy(request, order)
    const policy = cardPageCsp(ctx.cardPage, frame)
    speak(response, locale)
    response.set(PERMISSIONS_POLICY_OF_CARD_FIELDS)
    reportAs(response, 'card')
    if (frame) allowFraming(response, frame, policy)
    else setPolicy(response, policy)
    response.send(
      renderCardPage({
        order,
        store,
        locale,
        sdkUrl,
        framedBy: frame,
        reason: reasonToTryAgain(request) ?? reasonOfError(order),
        otherLanguageUrl: otherLanguageUrl(request, locale),
      }),
    )
  })

  router.post('/:token/card', jsonBody({ maxBytes: 4_096 }), async (request, response) => {
    const { data, error } = parseFields(cardOfCustomer, request.body)
    if (!data) return sendProblem(response, invalidFields(error.issues))
    const payToken = String(request.params.token)
    const link = `/pay/${encodeURIComponent(payToken)}`
    const kept = keptQuery(request)
    // In a frame, the page itself shows the bank's page, and polls.
    const comesBack = canRedirectBack(ctx) && !claimsFrame(request)
    const payment = await payOnCardPage(ctx, {
      payToken,
      token: data.payment_token,
      shown: data.shown,
      redirects: comesBack
        ? {
            success: `${ctx.publicUrl}${link}/return${kept}`,
            failed: `${ctx.publicUrl}${link}/card${keptQuery(request, { failed: '1' })}`,
          }
        : {},
    })
    const { status, retryAfterSeconds, ...next } = answerTo(payment, {
      linkUrl: `${link}${kept}`,
      returnUrl: `${link}/return${kept}`,
      changedUrl: `${link}/card${keptQuery(request, { changed: '1' })}`,
      comesBack,
    })
    if (retryAfterSeconds) response.set('retry-after', String(retryAfterSeconds))
    response.status(status).json(next)
  })

  router.post('/:token/card/identity', jsonBody({ maxBytes: 1_024 }), async (request, response) => {
    const { data, error } = parseFields(typedIdentity, request.body)
    if (!data) return sendProblem(response, invalidFields(error.issues))
    const payToken = String(request.params.token)
    const check = await checkIdentity(ctx, { payToken, typed: data.identity_number })
    if (check.outcome === 'none') return sendProblem(response, notFound('This page saves no cards'))
    if (check.outcome === 'too-many') return void response.status(429).json({ is_known: false })
    response.json(
      check.outcome === 'known'
        ? { is_known: true, identity_number: check.identityNumber }
        : { is_known: false },
    )
  })

  return router
}

const typedIdentity = z.strictObject({ identity_number: plainText(50) })

const shown = z
  .strictObject({ amount: z.string(), currency: z.string() })
  .transform((value, context) => {
    const currency = currencyByCode(value.currency)
    const parsed = currency && parseMoney(value.amount, currency)
    if (parsed?.ok) return parsed.money
    context.addIssue({ code: 'custom', message: 'Is not a valid amount in a known currency' })
    return z.NEVER
  })

const cardOfCustomer = z.strictObject({
  payment_token: plainText(191).regex(/^tok_/, 'Is not a token of the card fields'),
  shown: shown.optional(),
})

/** Redirects an order that the card page cannot charge. */
const addressOf = ({ state, order }: PayLink, request: Request): string => {
  const link = `/pay/${order.pay_token}`
  const isOver = state === 'settled' || state === 'charging'
  return `${link}${isOver ? '/return' : ''}${keptQuery(request)}`
}

const reasonOfError = ({ last_payment_error: error }: OrderRow): Reason | undefined =>
  error ? KIND_OF_PAYMENT_ERROR[error.code] : undefined

/** The failed redirect reports a failed charge (4.13), which the gateway has confirmed. */
const reasonToTryAgain = ({ query: { failed, changed } }: Request): Reason | undefined => {
  if (failed !== undefined) return 'authentication-failed'
  return changed === undefined ? undefined : 'order-changed'
}
