import { Router } from 'express'
import type { People } from '../../people/people.ts'
import { networkOf } from '../../runtime/http/caller-network.ts'
import { setCookies } from './auth-routes.ts'
import { privatePage } from './form-answers.ts'
import { sendNoLink } from './no-link-page.ts'

/** The address of a link that signs in: it has no page, and leads to the dashboard. */
export const signInLinkRoute = (people: People): Router => {
  const router = Router({ caseSensitive: true })
  router.get('/:token', privatePage, async (request, response) => {
    // Who only looks, or loads ahead, uses no link up.
    if (request.method !== 'GET' || request.get('sec-purpose')) {
      response.status(204).end()
      return
    }
    const signedIn = await people.signInByLink({
      token: String(request.params.token),
      address: networkOf(request),
    })
    if (signedIn.outcome === 'no-such-link') return sendNoLink(request, response)
    setCookies(response, signedIn.cookies)
    response.redirect(303, '/')
  })
  return router
}
