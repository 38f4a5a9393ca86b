import type { Request, RequestHandler, Response } from 'express'
import { TEXTS } from '../../locales/texts.ts'
import { html } from '../../runtime/http/page/html.ts'
import { localeOf, localeOfBrowser } from '../../runtime/http/page/page-language.ts'
import { speak } from '../../runtime/http/page/reader-language.ts'
import { notFound, sendProblem } from '../../runtime/http/problem.ts'
import { REQUEST_ID_HEADER } from '../../runtime/http/request-id.ts'
import { nearestPath } from '../../runtime/http/route-paths.ts'
import { API_REFERENCE } from '../documents/site.ts'
import { renderDocument } from '../pay-pages/document.ts'

/** Answers browsers with a page, programs with a problem that suggests one of `paths`. */
export const answerUnknownPathOf =
  (paths: readonly string[]): RequestHandler =>
  (request, response) => {
    response.vary('Accept')
    if (isFromBrowser(request)) sendPage(request, response)
    else {
      const meant = nearestPath(paths, request.path)
      const detail =
        meant && `Did you mean ${meant}? The API reference (${API_REFERENCE}) lists all paths.`
      sendProblem(response, { ...notFound('There is nothing at this address'), detail })
    }
  }

export const answerUnknownPath = answerUnknownPathOf([])

/** Answers 404, since PostgreSQL text cannot hold NUL. */
export const answerPathWithNul: RequestHandler = (request, response, next) =>
  request.path.includes('%00') ? answerUnknownPath(request, response, next) : next()

const API = /^\/v\d+\//

const isFromBrowser = (request: Request): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !API.test(request.path) &&
  request.accepts(['application/problem+json', 'application/json', 'text/html']) === 'text/html'

const sendPage = (request: Request, response: Response): void => {
  const locale = localeOf(request, localeOfBrowser(request))
  const { title, message, request: label } = TEXTS[locale].unknownAddress
  speak(response, locale)
  response.status(404).send(
    renderDocument({
      locale,
      title,
      card: html`<div class="state unknown-link">
<div class="mark" aria-hidden="true"></div>
<h1>${title}</h1>
<p>${message}</p>
</div>
<dl><dt>${label}</dt><dd>${response.get(REQUEST_ID_HEADER)}</dd></dl>`,
      // Relative, so that the page repeats no user input.
      otherLanguageUrl: `?lang=${locale === 'es' ? 'en' : 'es'}`,
    }),
  )
}
