import { fileURLToPath } from 'node:url'
import express, { type Request, type Response, Router } from 'express'
import { z } from 'zod'
import { payUrlOf } from '../../payments/checkout/pay-link.ts'
import { findLinkToOpen, type OpenedLink } from '../../payments/links/find-link.ts'
import { createLinkBulkhead } from '../../payments/links/link-bulkhead.ts'
import { type LinkOrderOutcome, openOrderOfLink } from '../../payments/links/open-order.ts'
import { readSubmission } from '../../payments/links/read-submission.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import { formBody } from '../../runtime/http/body/parse-body.ts'
import {
  chosenLanguage,
  localeOf,
  localeOfBrowser,
  otherLanguageUrl,
} from '../../runtime/http/page/page-language.ts'
import { speak } from '../../runtime/http/page/reader-language.ts'
import type { Problem } from '../../runtime/http/problem.ts'
import { sendWithoutOrder } from '../pay-pages/send-page.ts'
import { isSameOrigin } from '../people/own-origin.ts'
import type { CountCallers } from '../rate-limits/count-callers.ts'
import { renderLinkPage, renderLinkState, renderUnknownLink, type StatePage } from './link-page.ts'
import { ownPaymentAt, rememberPayment } from './own-payment.ts'

/** `same-origin`: browsers send a form's `Origin` only if the policy allows a referrer. */
const HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'same-origin' } as const

const MAX_BYTES = 8_192

/**
 * Hidden fields of a rendered form: its nonce, and the fixed amount that it showed, in minor units.
 * The other fields are the link's.
 */
const submitted = z.looseObject({
  form: z
    .string()
    .regex(/^[0-9a-hjkmnp-tv-z]{26}(\.\d{1,15})?$/)
    .transform((value) => {
      const [nonce = '', shown] = value.split('.')
      return { nonce, shownMinor: shown === undefined ? undefined : BigInt(shown) }
    }),
})

const STATUS: Readonly<Record<StatePage, number>> = {
  sold_out: 409,
  not_yet: 409,
  over: 410,
  closed: 410,
  unknown: 404,
  unavailable: 503,
  refused: 409,
  yours: 200,
}

/** Pages that a customer with an open payment reads `yours` in place of: the link takes no other. */
const TAKES_NO_MORE: ReadonlySet<StatePage> = new Set(['sold_out', 'over', 'closed'])

/** Seconds after which a refused form may be sent again. */
const RETRY_SECONDS = { busy: 5, 'too-many-unpaid': 60 } as const

/** Serves the pages of payment links. Only a submitted form changes anything. */
export const linkPages = (
  ctx: PaymentsContext,
  { callers }: { callers: Pick<CountCallers, 'payPages' | 'unknownLink' | 'lineOf'> },
): Router => {
  const router = Router()
  const bulkhead = createLinkBulkhead()
  const pageOf = (request: Request, locale: ReturnType<typeof localeOf>) => ({
    locale,
    publicUrl: ctx.publicUrl,
    otherLanguageUrl: otherLanguageUrl(request, locale),
  })
  const languageOf = ({ link }: Pick<OpenedLink, 'link'>, request: Request) =>
    localeOf(request, link.language ?? localeOfBrowser(request))

  const sendForm = async (
    opened: OpenedLink,
    { request, response }: { request: Request; response: Response },
    form: Partial<Parameters<typeof renderLinkPage>[2]> = {},
  ): Promise<void> => {
    const locale = languageOf(opened, request)
    speak(response, locale)
    const nonce = form.nonce ?? newNonce(ctx)
    const own = await ownPaymentAt(ctx, opened, request)
    response.send(renderLinkPage(opened, pageOf(request, locale), { ...form, nonce, own }))
  }

  const sendState = async (
    kind: StatePage,
    opened: OpenedLink,
    { request, response }: { request: Request; response: Response },
  ): Promise<void> => {
    const locale = languageOf(opened, request)
    speak(response, locale)
    const own = TAKES_NO_MORE.has(kind) ? await ownPaymentAt(ctx, opened, request) : undefined
    const shown = own ? 'yours' : kind
    // Offers another try: a place may become free, or the link may open.
    const backUrl =
      kind === 'over' || kind === 'closed'
        ? undefined
        : `${request.baseUrl}${request.path}${chosenLanguage(request)}`
    const page = renderLinkState(shown, opened, pageOf(request, locale), { backUrl, own })
    response.status(STATUS[shown]).send(page)
  }

  const sendUnknown = async (request: Request, response: Response): Promise<void> => {
    const refusal = await callers.unknownLink(request, response)
    if (refusal) return sendTooMany(refusal, request, response)
    const locale = localeOf(request, localeOfBrowser(request))
    speak(response, locale)
    response.status(404).send(renderUnknownLink(locale, otherLanguageUrl(request, locale)))
  }

  router.use('/assets', express.static(fileURLToPath(new URL('assets', import.meta.url))))
  router.use((_request, response, next) => {
    response.set(HEADERS)
    next()
  })
  router.use('/:token', callers.payPages(sendTooMany))

  router.get('/:token', async (request, response) => {
    const opened = await findLinkToOpen(ctx, request.params.token)
    if (!opened) return sendUnknown(request, response)
    if (opened.state === 'open') await sendForm(opened, { request, response })
    else await sendState(opened.state, opened, { request, response })
  })

  const receive = async (request: Request, response: Response): Promise<void> => {
    const at = { request, response }
    const opened = await findLinkToOpen(ctx, String(request.params.token))
    if (!opened) return sendUnknown(request, response)
    const { data: form } = submitted.safeParse(request.body)
    if (!form || !isSameOrigin(request.headers, ctx.publicUrl)) {
      if (opened.state !== 'open') return sendState(opened.state, opened, at)
      response.status(403)
      return sendForm(opened, at, { notice: 'otherPage' })
    }
    const { nonce, shownMinor } = form.form
    const submission = readSubmission(opened.link, form, shownMinor)
    if (!submission.ok && opened.state === 'open') {
      response.status(422)
      return sendForm(opened, at, { nonce, typed: form, problems: submission.problems })
    }
    if (!submission.ok) return sendState(opened.state as StatePage, opened, at)
    const locale = languageOf(opened, request)
    const outcome = await openOrderOfLink(ctx, opened, {
      form: { nonce, submission, locale },
      bulkhead,
      line: callers.lineOf(request),
    })
    switch (outcome.outcome) {
      case 'opened':
        rememberPayment(ctx, response, { link: opened.link, order: outcome.order })
        return response.redirect(303, `${payUrlOf(ctx, outcome.order)}${chosenLanguage(request)}`)
      case 'no-such-link':
        return sendUnknown(request, response)
      case 'amount-changed':
        return receive(request, response)
      case 'busy':
        response.status(503).set('retry-after', String(RETRY_SECONDS.busy))
        return sendForm(opened, at, { nonce, typed: form, notice: 'busy' })
      case 'too-many-unpaid':
        response.status(429).set('retry-after', String(RETRY_SECONDS['too-many-unpaid']))
        return sendForm(opened, at, { nonce, typed: form, notice: 'tooManyUnpaid' })
      default: {
        const page = pageOfOutcome(outcome)
        const isAsRead = page === opened.state
        const now = isAsRead ? opened : await findLinkToOpen(ctx, String(request.params.token))
        return sendState(page, now ?? opened, at)
      }
    }
  }
  router.post('/:token', formBody({ maxBytes: MAX_BYTES }), receive)
  return router
}

const sendTooMany = ({ status }: Problem, request: Request, response: Response): void =>
  sendWithoutOrder(request, response.status(status), 'too-many-requests')

const pageOfOutcome = (
  outcome: LinkOrderOutcome & { outcome: 'not-open' | 'unavailable' | 'refused' },
): StatePage => {
  switch (outcome.outcome) {
    case 'not-open':
      return outcome.state
    default:
      return outcome.outcome
  }
}

/** Draws the 26 characters of a ULID. */
const newNonce = ({ ids }: PaymentsContext): string => ids.next('form').slice('form_'.length)
