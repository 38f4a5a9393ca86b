import { fileURLToPath } from 'node:url'
import express, { type Request, type Response, Router } from 'express'
import { z } from 'zod'
import { payUrlOf } from '../../payments/checkout/pay-link.ts'
import { findLinkToOpen, type OpenedLink } from '../../payments/links/find-link.ts'
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
}

/** Serves the pages of payment links. Only a submitted form changes anything. */
export const linkPages = (
  ctx: PaymentsContext,
  { callers }: { callers: Pick<CountCallers, 'payPages' | 'unknownLink'> },
): Router => {
  const router = Router()
  const pageOf = (request: Request, locale: ReturnType<typeof localeOf>) => ({
    locale,
    publicUrl: ctx.publicUrl,
    otherLanguageUrl: otherLanguageUrl(request, locale),
  })
  const languageOf = ({ link }: Pick<OpenedLink, 'link'>, request: Request) =>
    localeOf(request, link.language ?? localeOfBrowser(request))

  const sendForm = (
    opened: OpenedLink,
    { request, response }: { request: Request; response: Response },
    form: Partial<Parameters<typeof renderLinkPage>[2]> = {},
  ): void => {
    const locale = languageOf(opened, request)
    speak(response, locale)
    const nonce = form.nonce ?? newNonce(ctx)
    response.send(renderLinkPage(opened, pageOf(request, locale), { ...form, nonce }))
  }

  const sendState = (
    kind: StatePage,
    opened: OpenedLink,
    { request, response }: { request: Request; response: Response },
  ): void => {
    const locale = languageOf(opened, request)
    speak(response, locale)
    // Offers another try: a place may become free, or the link may open.
    const backUrl =
      kind === 'over' || kind === 'closed'
        ? undefined
        : `${request.baseUrl}${request.path}${chosenLanguage(request)}`
    const page = renderLinkState(kind, opened, pageOf(request, locale), { backUrl })
    response.status(STATUS[kind]).send(page)
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
    if (opened.state === 'open') sendForm(opened, { request, response })
    else sendState(opened.state, opened, { request, response })
  })

  const receive = async (request: Request, response: Response): Promise<void> => {
    const at = { request, response }
    const opened = await findLinkToOpen(ctx, String(request.params.token))
    if (!opened) return sendUnknown(request, response)
    const { data: form } = submitted.safeParse(request.body)
    if (!form || !isSameOrigin(request.headers, ctx.publicUrl)) {
      if (opened.state !== 'open') return sendState(opened.state, opened, at)
      response.status(403)
      return sendForm(opened, at, { isFromElsewhere: true })
    }
    const { nonce, shownMinor } = form.form
    const submission = readSubmission(opened.link, form, shownMinor)
    if (!submission.ok && opened.state === 'open') {
      response.status(422)
      return sendForm(opened, at, { nonce, typed: form, problems: submission.problems })
    }
    if (!submission.ok) return sendState(opened.state as StatePage, opened, at)
    const locale = languageOf(opened, request)
    const outcome = await openOrderOfLink(ctx, opened, { nonce, submission, locale })
    if (outcome.outcome === 'opened') {
      return response.redirect(303, `${payUrlOf(ctx, outcome.order)}${chosenLanguage(request)}`)
    }
    if (outcome.outcome === 'no-such-link') return sendUnknown(request, response)
    if (outcome.outcome === 'amount-changed') return receive(request, response)
    const now = await findLinkToOpen(ctx, String(request.params.token))
    return sendState(pageOfOutcome(outcome), now ?? opened, at)
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
