import type { Request, RequestHandler, Response } from 'express'
import type { Language } from '../../locales/language.ts'
import { TEXTS } from '../../locales/texts.ts'
import type { Accepted } from '../../people/members/accept.ts'
import { formBody } from '../../runtime/http/body/parse-body.ts'
import { localeOf, localeOfBrowser } from '../../runtime/http/page/page-language.ts'
import { PRIVATE_PAGE } from '../../runtime/http/page/page-shell.ts'
import { PERMISSIONS_POLICY_OF_PASSKEYS } from '../../runtime/http/page/permissions-policy.ts'
import { speak } from '../../runtime/http/page/reader-language.ts'
import { renderNoticePage } from './form-page.ts'
import { isSameOrigin } from './own-origin.ts'
import { passwordProblem, secondsUntil } from './sign-in-problems.ts'

const MAX_BYTES = 16_384

/** Also omits referrers to other sites. */
export const privatePage: RequestHandler = (_request, response, next) => {
  response.set({
    ...PRIVATE_PAGE,
    ...PERMISSIONS_POLICY_OF_PASSKEYS,
    'referrer-policy': 'same-origin',
  })
  next()
}

/** Checks for CSRF, then parses the form. */
export const ofOwnForm = (publicUrl: string): RequestHandler[] => [
  privatePage,
  (request, response, next) => {
    if (isSameOrigin(request.headers, publicUrl)) return next()
    const language = languageOf(request, response)
    const { title, message } = TEXTS[language].people.forged
    const otherLanguageUrl = otherLanguageOfForm(request, language)
    const page = { locale: language, title, message, otherLanguageUrl }
    response.status(403).send(renderNoticePage(page))
  },
  formBody({ maxBytes: MAX_BYTES }),
]

/** Returns '' for a missing or repeated field. */
export const fieldOf = (request: Request, name: string): string => {
  const value: unknown = request.body?.[name]
  return typeof value === 'string' ? value.slice(0, 1_000) : ''
}

export const languageOf = (request: Request, response: Response): Language => {
  const language = localeOf(request, localeOfBrowser(request))
  speak(response, language)
  return language
}

/** URL of this page in the other language; keeps `next`. */
export const otherLanguageOfForm = (
  { path }: Request,
  language: Language,
  next?: string | undefined,
): string => {
  const query = new URLSearchParams({ lang: language === 'es' ? 'en' : 'es' })
  if (next !== undefined && next !== '/') query.set('next', next)
  return `${path}?${query}`
}

/** Answers 404 for a used, expired or unknown link. */
export const sendNoLink = (request: Request, response: Response): void => {
  const locale = languageOf(request, response)
  const { noLink, toSignIn } = TEXTS[locale].people
  const link = { label: toSignIn, url: '/sign-in' }
  const otherLanguageUrl = `${request.baseUrl}${otherLanguageOfForm(request, locale)}`
  response.status(404).send(renderNoticePage({ locale, ...noLink, link, otherLanguageUrl }))
}

/** Sets a rejected form's status; returns the message. */
export const faultOf = (
  outcome:
    | Exclude<Accepted, { outcome: 'signed-in' | 'second-factor-needed' | 'no-such-link' }>
    | { outcome: 'wrong-code' },
  { response, language, now }: { response: Response; language: Language; now: Date },
): string => {
  const { faults } = TEXTS[language].people
  switch (outcome.outcome) {
    case 'locked-out':
      response.status(429).set('retry-after', secondsUntil(outcome.until, now))
      return faults.lockedOut
    case 'wrong':
      response.status(401)
      return faults.wrong
    case 'wrong-code':
      response.status(401)
      return faults.wrongCode
    case 'name-missing':
      response.status(422)
      return faults.nameMissing
    case 'email-invalid':
      response.status(422)
      return faults.emailInvalid
    case 'password-refused':
      response.status(422)
      return `${passwordProblem(outcome.fault)[language]}.`
  }
}
