import { type Request, type Response, Router } from 'express'
import { TEXTS } from '../../locales/texts.ts'
import type { People } from '../../people/members/people.ts'
import { personOfChallenge } from '../../people/second-factor/challenge.ts'
import { browserOf, setCookies } from './browser.ts'
import {
  faultOf,
  fieldOf,
  languageOf,
  ofOwnForm,
  otherLanguageOfForm,
  privatePage,
} from './form-answers.ts'
import { renderFormPage } from './form-page.ts'
import { localRedirect } from './own-path.ts'

export const SECOND_FACTOR_PATH = '/second-factor'

/** Returns the address of the page, which redirects to `next` after the code. */
export const secondFactorAddress = (next: string): string =>
  next === '/' ? SECOND_FACTOR_PATH : `${SECOND_FACTOR_PATH}?${new URLSearchParams({ next })}`

/** Asks for the code after the password. Works without scripts. */
export const secondFactorPage = (people: People): Router => {
  const router = Router({ caseSensitive: true })
  const { publicUrl, clock } = people.ctx
  const toSignIn = (next: string): string =>
    next === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ next })}`

  router.get(SECOND_FACTOR_PATH, privatePage, async (request, response) => {
    const next = localRedirect(request.query.next, publicUrl)
    const person = await personOfChallenge(people.ctx, request.headers.cookie)
    if (person) sendPage(request, response, { next })
    else response.redirect(303, toSignIn(next))
  })

  router.post(SECOND_FACTOR_PATH, ...ofOwnForm(publicUrl), async (request, response) => {
    const next = localRedirect(request.body?.next, publicUrl)
    const code = fieldOf(request, 'code')
    const outcome = await people.signInByCode({ code, ...browserOf(request) })
    if (outcome.outcome === 'not-signed-in') return response.redirect(303, toSignIn(next))
    if (outcome.outcome === 'signed-in') {
      setCookies(response, outcome.cookies)
      return response.redirect(303, next)
    }
    const language = languageOf(request, response)
    const fault = faultOf(outcome, { response, language, now: clock.now() })
    sendPage(request, response, { next, fault })
  })
  return router
}

const sendPage = (
  request: Request,
  response: Response,
  { next, fault }: { next: string; fault?: string },
): void => {
  const locale = languageOf(request, response)
  const { secondFactor } = TEXTS[locale].people
  response.send(
    renderFormPage({
      locale,
      title: secondFactor.title,
      message: secondFactor.message,
      fault,
      next: next === '/' ? undefined : next,
      fields: [{ name: 'code', label: secondFactor.code, autocomplete: 'one-time-code' }],
      button: secondFactor.send,
      footnote: secondFactor.lost,
      passkeyTo: next,
      otherLanguageUrl: otherLanguageOfForm(request, locale, next),
    }),
  )
}
