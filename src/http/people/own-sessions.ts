import { type Request, type Response, Router } from 'express'
import type { People } from '../../people/members/people.ts'
import type { Person } from '../../people/person.ts'
import { endSessionsOf, type OwnSession, sessionsOf } from '../../people/sessions/sessions.ts'
import { networkOf } from '../../runtime/http/caller/caller-network.ts'
import { sendProblem } from '../../runtime/http/problem.ts'
import { isStorable } from '../../runtime/text/storable.ts'
import { setCookies } from './browser.ts'
import { NO_SUCH_SESSION, SIGN_IN_FIRST } from './sign-in-problems.ts'

const viewOf = ({ id, isCurrent, begunAt, endsAt, address, userAgent }: OwnSession) => ({
  id,
  is_current: isCurrent,
  begun_at: begunAt.toISOString(),
  ends_at: endsAt.toISOString(),
  network: address ?? null,
  user_agent: userAgent ?? null,
})

/** Lists the sessions, ends one or all. */
export const ownSessionRoutes = (people: People): Router => {
  const { ctx } = people
  const router = Router({ caseSensitive: true })
  const asPerson =
    (handle: (person: Person, request: Request, response: Response) => Promise<void>) =>
    async (request: Request, response: Response): Promise<void> => {
      const person = await people.personOf(request.headers)
      if (person) await handle(person, request, response)
      else sendProblem(response, SIGN_IN_FIRST)
    }

  router.get(
    '/sessions',
    asPerson(async (person, _request, response) => {
      response.json({ data: (await sessionsOf(ctx, person)).map(viewOf) })
    }),
  )

  router.delete(
    '/sessions',
    asPerson(async (person, request, response) => {
      await endSessionsOf(ctx, person, { address: networkOf(request) })
      setCookies(response, await people.signOut(request.headers))
      response.status(204).end()
    }),
  )

  router.delete(
    '/sessions/:id',
    asPerson(async (person, request, response) => {
      const sessionId = String(request.params.id)
      if (!isStorable(sessionId)) return sendProblem(response, NO_SUCH_SESSION)
      const given = { sessionId, address: networkOf(request) }
      const { outcome } = await endSessionsOf(ctx, person, given)
      if (outcome === 'ended') response.status(204).end()
      else sendProblem(response, NO_SUCH_SESSION)
    }),
  )
  return router
}
