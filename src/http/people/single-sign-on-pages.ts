import { type Request, type Response, Router } from 'express'
import { TEXTS } from '../../locales/texts.ts'
import type { People } from '../../people/members/people.ts'
import { type Issuer, SINGLE_SIGN_ON_CALLBACK } from '../../people/single-sign-on/issuer.ts'
import { forgetSignIn, keepSignIn, keptSignIn } from '../../people/single-sign-on/kept-sign-in.ts'
import { browserOf, setCookies } from './browser.ts'
import { languageOf, privatePage } from './form-answers.ts'
import { renderNoticePage } from './form-page.ts'
import { localRedirect } from './own-path.ts'
import { secondFactorAddress } from './second-factor-page.ts'

export const SINGLE_SIGN_ON_PATH = '/auth/oidc'

type Refusal = keyof (typeof TEXTS)['en']['people']['singleSignOn']['refusals']

/** Redirects to the issuer, and handles its callback. */
export const singleSignOnPages = (people: People, issuer: Issuer): Router => {
  const router = Router({ caseSensitive: true })
  const { ctx } = people
  const refuse = (
    request: Request,
    response: Response,
    { refusal, status }: { refusal: Refusal; status: number },
  ): void => {
    const locale = languageOf(request, response)
    const { toSignIn, singleSignOn } = TEXTS[locale].people
    response.status(status).send(
      renderNoticePage({
        ...{ locale, ...singleSignOn.refusals[refusal] },
        link: { label: toSignIn, url: '/sign-in' },
        // Not this address: a reload would show that the sign-in took too long.
        otherLanguageUrl: `/sign-in?lang=${locale === 'es' ? 'en' : 'es'}`,
      }),
    )
  }

  router.get(SINGLE_SIGN_ON_PATH, privatePage, async (request, response) => {
    const next = localRedirect(request.query.next, ctx.publicUrl)
    try {
      // A signed-in person confirms a sensitive action.
      const isConfirmation = (await people.personOf(request.headers)) !== undefined
      const { url, kept } = await issuer.begin({ isConfirmation })
      setCookies(response, [keepSignIn(ctx, { ...kept, next })])
      response.redirect(303, url)
    } catch (error) {
      ctx.log.error({ err: error }, 'the issuer of single sign-on did not answer')
      refuse(request, response, { refusal: 'unreachable', status: 502 })
    }
  })

  router.get(SINGLE_SIGN_ON_CALLBACK, privatePage, async (request, response) => {
    const kept = keptSignIn(ctx, request.headers.cookie)
    setCookies(response, [forgetSignIn(ctx)])
    if (!kept) return refuse(request, response, { refusal: 'expired', status: 400 })
    const [, query = ''] = request.originalUrl.split('?')
    const answer = await issuer.finish(query, kept)
    if (answer.outcome === 'refused') {
      ctx.log.error({ because: answer.because }, 'a single sign-on was refused')
      return refuse(request, response, { refusal: 'refused', status: 401 })
    }
    const outcome = await people.signInAtIssuer({ claims: answer.claims, ...browserOf(request) })
    switch (outcome.outcome) {
      case 'signed-in':
        setCookies(response, outcome.cookies)
        return response.redirect(303, kept.next)
      case 'second-factor-needed':
        setCookies(response, outcome.cookies)
        return response.redirect(303, secondFactorAddress(kept.next))
      case 'not-invited':
        return refuse(request, response, { refusal: 'notInvited', status: 403 })
      case 'other-account':
        return refuse(request, response, { refusal: 'otherAccount', status: 403 })
      case 'email-unverified':
        return refuse(request, response, { refusal: 'emailUnverified', status: 403 })
    }
  })
  return router
}
