import { type Request, type RequestHandler, type Response, Router } from 'express'
import { z } from 'zod'
import type { People, SignedIn } from '../../people/members/people.ts'
import { bytesOf, jsonOf } from '../../runtime/http/body/parse-body.ts'
import { networkOf } from '../../runtime/http/caller/caller-network.ts'
import { invalidFields, sendProblem } from '../../runtime/http/problem.ts'
import { browserOf } from './browser-of.ts'
import { forgedRequest } from './own-origin.ts'
import { ownSessionRoutes } from './own-sessions.ts'
import { viewOfPerson } from './person-view.ts'
import { setCookies } from './set-cookies.ts'
import {
  LOCKED_OUT,
  refusedPassword,
  SIGN_IN_FIRST,
  secondsUntil,
  WRONG_PASSWORD,
  WRONG_SIGN_IN,
} from './sign-in-problems.ts'

const MAX_BYTES = 16_384

const password = z.string().max(1_000)
const signInBody = z.strictObject({ email: z.string().max(1_000), password })
const confirmBody = z.strictObject({ password })
const passwordBody = z.strictObject({ password, new_password: password })

/** Serves sign-in as JSON; the session is a cookie. */
export const authRoutes = (people: People): Router => {
  const { publicUrl } = people.ctx
  const router = Router({ caseSensitive: true })
  router.use((request, response, next) => {
    response.set('cache-control', 'no-store')
    const forged = forgedRequest(request, publicUrl)
    if (forged) sendProblem(response, forged)
    else next()
  })

  router.post(
    '/sign-in',
    reading(signInBody, async (body, request, response) => {
      const outcome = await people.signIn({ ...body, ...browserOf(request) })
      answerSignIn(people, response, outcome)
    }),
  )

  router.post('/sign-out', async (request, response) => {
    setCookies(response, await people.signOut(request.headers))
    response.status(204).end()
  })

  router.get('/session', async (request, response) => {
    const person = await people.personOf(request.headers)
    if (!person) return sendProblem(response, SIGN_IN_FIRST)
    setCookies(response, await people.renew(request.headers))
    response.json(viewOfPerson(person))
  })

  router.post(
    '/password',
    reading(passwordBody, async (body, request, response) => {
      const outcome = await people.changePassword(request.headers, {
        password: body.password,
        newPassword: body.new_password,
        address: networkOf(request),
      })
      switch (outcome.outcome) {
        case 'not-signed-in':
          return sendProblem(response, SIGN_IN_FIRST)
        case 'password-refused':
          return sendProblem(response, refusedPassword(outcome.fault))
        default:
          return answerSignIn(people, response, outcome)
      }
    }),
  )
  router.post(
    '/confirm',
    reading(confirmBody, async (body, request, response) => {
      const outcome = await people.confirmPassword(request.headers, {
        password: body.password,
        address: networkOf(request),
      })
      switch (outcome.outcome) {
        case 'not-signed-in':
          return sendProblem(response, SIGN_IN_FIRST)
        case 'wrong':
          return sendProblem(response, WRONG_PASSWORD)
        case 'locked-out':
          return answerLockedOut(people, response, outcome.until)
        case 'confirmed':
          response.status(204).end()
      }
    }),
  )
  router.use(ownSessionRoutes(people))
  return router
}

const answerSignIn = (people: People, response: Response, outcome: SignedIn): void => {
  switch (outcome.outcome) {
    case 'signed-in':
      setCookies(response, outcome.cookies)
      response.status(204).end()
      return
    case 'wrong':
      sendProblem(response, WRONG_SIGN_IN)
      return
    case 'locked-out':
      answerLockedOut(people, response, outcome.until)
  }
}

const answerLockedOut = ({ ctx }: People, response: Response, until: Date): void => {
  response.set('retry-after', secondsUntil(until, ctx.clock.now()))
  sendProblem(response, LOCKED_OUT)
}

/** Answers an invalid body with a problem. */
const reading =
  <Body>(
    schema: z.ZodType<Body>,
    handle: (body: Body, request: Request, response: Response) => Promise<void>,
  ): RequestHandler =>
  async (request, response) => {
    const bytes = await bytesOf(request, MAX_BYTES)
    const read = schema.safeParse(bytes && jsonOf(request, bytes))
    if (read.success) await handle(read.data, request, response)
    else sendProblem(response, invalidFields(read.error.issues, [schema]))
  }
