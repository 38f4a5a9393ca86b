import { type Request, type Response, Router } from 'express'
import { TEXTS } from '../../locales/texts.ts'
import type { People } from '../../people/members/people.ts'
import { browserOf } from './browser-of.ts'
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
import { setCookies } from './set-cookies.ts'

/** Serves sign-in and sign-out pages that work without scripts. */
export const signInPages = (people: People): Router => {
  const router = Router({ caseSensitive: true })
  const { publicUrl, clock } = people.ctx

  router.get('/sign-in', privatePage, async (request, response) => {
    const next = localRedirect(request.query.next, publicUrl)
    if (await people.personOf(request.headers)) return response.redirect(303, next)
    sendSignIn(request, response, { next })
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
    const language = languageOf(request, response)
    const fault = faultOf(outcome, { response, language, now: clock.now() })
    sendSignIn(request, response, { next, email, fault })
  })

  router.get('/sign-out', privatePage, (request, response) => {
    const language = languageOf(request, response)
    const { signOut, signOutQuestion } = TEXTS[language].people
    response.send(
      renderFormPage({
        language,
        title: signOut,
        message: signOutQuestion,
        fields: [],
        button: signOut,
        otherLanguageUrl: otherLanguageOfForm(request, language),
      }),
    )
  })

  router.post('/sign-out', ...ofOwnForm(publicUrl), async (request, response) => {
    setCookies(response, await people.signOut(request.headers))
    response.redirect(303, '/sign-in')
  })
  return router
}

const sendSignIn = (
  request: Request,
  response: Response,
  { next, email, fault }: { next: string; email?: string; fault?: string },
): void => {
  const language = languageOf(request, response)
  const texts = TEXTS[language].people
  response.send(
    renderFormPage({
      language,
      title: texts.signIn,
      fault,
      next: next === '/' ? undefined : next,
      fields: [
        { name: 'email', label: texts.email, value: email, autocomplete: 'username' },
        { name: 'password', label: texts.password, autocomplete: 'current-password' },
      ],
      button: texts.signIn,
      footnote: texts.forgotten,
      otherLanguageUrl: otherLanguageOfForm(request, language, next),
    }),
  )
}
