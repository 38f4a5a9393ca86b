import { Router } from 'express'
import { type Html, html } from '../../runtime/http/page/html.ts'
import { renderPageShell } from '../../runtime/http/page/page-shell.ts'
import { PROBLEM_CODES, PROBLEMS, type ProblemCode } from '../../runtime/http/problem-codes.ts'
import { PROBLEM_CAUSES, RETRY_MEANINGS } from './problem-causes.ts'

/** Each error code has a page below this path, which `type` names. */
export const ERROR_PAGES = '/docs/errors'

/** Serves a page for each error code. */
export const errorPages = (): Router => {
  const router = Router()
  router.get('/:code', (request, response, next) => {
    const code = PROBLEM_CODES.find((known) => known === request.params.code)
    if (!code) return next()
    response.type('html').send(page(code, pageOf(code)))
  })
  return router
}

const pageOf = (code: ProblemCode): Html => {
  const [status, retry] = PROBLEMS[code]
  const { cause, fix } = PROBLEM_CAUSES[code]
  return html`<h1>${code}</h1>
<h2>Cause</h2>
<p>${withCode(cause)}</p>
<h2>Fix</h2>
<p>${withCode(fix)}</p>
<h2>Retry</h2>
<p>${withCode(RETRY_MEANINGS[retry])} The answer usually has the status ${status}.</p>
<p><a href="${ERROR_PAGES}">All error codes</a></p>`
}

/** Renders the backticks of Markdown. */
const withCode = (text: string): Html[] =>
  text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))

const page = (title: string, body: Html): string =>
  renderPageShell({
    language: 'en',
    title: `${title} · Puente`,
    stylesheets: ['/pay/assets/design.css', '/pay/assets/pay.css'],
    icon: '/pay/assets/icon.svg',
    body: html`<main class="card">${body}</main>`,
  })
