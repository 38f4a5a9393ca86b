import { Router } from 'express'
import type { People } from '../../people/members/people.ts'
import { browserOf } from './browser-of.ts'
import { privatePage } from './form-answers.ts'
import { sendNoLink } from './no-link-page.ts'
import { setCookies } from './set-cookies.ts'

/** Serves one-time sign-in links, which redirect to the dashboard. */
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
    response.redirect(303, '/')
  })
  return router
}
