import { type Request, type Response, Router } from 'express'
import { TEXTS } from '../../locales/texts.ts'
import type { People } from '../../people/members/people.ts'
import { browserOf, setCookies } from './browser.ts'
import {
  faultOf,
  fieldOf,
  languageOf,
  ofOwnForm,
  otherLanguageOfForm,
  privatePage,
  sendNoLink,
} from './form-answers.ts'
import { renderFormPage, renderNoticePage } from './form-page.ts'
import { localRedirect } from './own-path.ts'
import { secondFactorAddress } from './second-factor-page.ts'
import { SINGLE_SIGN_ON_PATH } from './single-sign-on-pages.ts'

/** Serves pages that work without scripts. */
export const signInPages = (
  people: People,
  { hasPeople, hasSingleSignOn }: { hasPeople(): Promise<boolean>; hasSingleSignOn: boolean },
): Router => {
  const router = Router({ caseSensitive: true })
  const { publicUrl, clock } = people.ctx

  router.get('/sign-in', privatePage, async (request, response) => {
    const next = localRedirect(request.query.next, publicUrl)
    if (await people.personOf(request.headers)) return response.redirect(303, next)
    if (await hasPeople()) sendSignIn(request, response, { next, hasSingleSignOn })
    else sendFirstOwner(request, response)
  })

  router.post('/sign-in', ...ofOwnForm(publicUrl), async (request, response) => {
    const next = localRedirect(request.body?.next, publicUrl)
    const email = fieldOf(request, 'email')
    const outcome = await people.signIn({
      email,
      password: fieldOf(request, 'password'),
      ...browserOf(request),
    })
    if (outcome.outcome === 'signed-in') {
      setCookies(response, outcome.cookies)
      return response.redirect(303, next)
    }
    if (outcome.outcome === 'second-factor-needed') {
      setCookies(response, outcome.cookies)
      return response.redirect(303, secondFactorAddress(next))
    }
    const language = languageOf(request, response)
    const fault = faultOf(outcome, { response, language, now: clock.now() })
    sendSignIn(request, response, { next, email, fault, hasSingleSignOn })
  })

  router.get('/sign-out', privatePage, (request, response) => {
    const locale = languageOf(request, response)
    const { signOut, signOutQuestion } = TEXTS[locale].people
    response.send(
      renderFormPage({
        locale,
        title: signOut,
        message: signOutQuestion,
        fields: [],
        button: signOut,
        otherLanguageUrl: otherLanguageOfForm(request, locale),
      }),
    )
  })

  router.post('/sign-out', ...ofOwnForm(publicUrl), async (request, response) => {
    setCookies(response, await people.signOut(request.headers))
    response.redirect(303, '/sign-in')
  })
  return router
}

/** Serves one-time links, which redirect to the dashboard. */
export const signInLinkRoute = (people: People): Router => {
  const router = Router({ caseSensitive: true })
  router.get('/:token', privatePage, async (request, response) => {
    // Prefetches do not consume the link.
    if (request.method !== 'GET' || request.get('sec-purpose')) {
      response.status(204).end()
      return
    }
    const signedIn = await people.signInByLink({
      token: String(request.params.token),
      ...browserOf(request),
    })
    if (signedIn.outcome === 'no-such-link') return sendNoLink(request, response)
    setCookies(response, signedIn.cookies)
    response.redirect(303, signedIn.outcome === 'signed-in' ? '/' : secondFactorAddress('/'))
  })
  return router
}

/** Shows the command that creates the first owner. */
const sendFirstOwner = (request: Request, response: Response): void => {
  const locale = languageOf(request, response)
  const { title, message, hint } = TEXTS[locale].people.firstOwner
  response.send(
    renderNoticePage({
      ...{ locale, title, message, hint },
      command: FIRST_OWNER_COMMAND,
      otherLanguageUrl: otherLanguageOfForm(request, locale),
    }),
  )
}

const FIRST_OWNER_COMMAND = 'bin/puente users add --email you@example.com --role owner'

const sendSignIn = (
  request: Request,
  response: Response,
  {
    next,
    email,
    fault,
    hasSingleSignOn,
  }: { next: string; email?: string; fault?: string; hasSingleSignOn: boolean },
): void => {
  const locale = languageOf(request, response)
  const texts = TEXTS[locale].people
  response.send(
    renderFormPage({
      locale,
      title: texts.signIn,
      fault,
      next: next === '/' ? undefined : next,
      fields: [
        { name: 'email', label: texts.email, value: email, autocomplete: 'username' },
        { name: 'password', label: texts.password, autocomplete: 'current-password' },
      ],
      button: texts.signIn,
      footnote: texts.forgotten,
      passkeyTo: next,
      link: hasSingleSignOn
        ? {
            label: texts.singleSignOn.use,
            url: `${SINGLE_SIGN_ON_PATH}?${new URLSearchParams({ next })}`,
          }
        : undefined,
      otherLanguageUrl: otherLanguageOfForm(request, locale, next),
    }),
  )
}
