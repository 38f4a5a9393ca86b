import { type Response, Router } from 'express'
import { z } from 'zod'
import type { People } from '../../people/members/people.ts'
import type { Person } from '../../people/person.ts'
import { networkOf } from '../../runtime/http/caller/caller-network.ts'
import { sendProblem } from '../../runtime/http/problem.ts'
import { viewOfLimit } from '../api/people/refund-limits.ts'
import type { DemoData } from '../api/stores/demo-data-port.ts'
import { browserOf, setCookies } from './browser.ts'
import { forgedRequest } from './own-origin.ts'
import { ownSessionRoutes } from './own-sessions.ts'
import { passkeyRoutes } from './passkey-routes.ts'
import { reading } from './reading.ts'
import { secondFactorRoutes } from './second-factor-routes.ts'
import {
  LOCKED_OUT,
  refusedPassword,
  SECOND_FACTOR_TO_SIGN_IN,
  SIGN_IN_FIRST,
  secondsUntil,
  WRONG_PASSWORD,
  WRONG_SIGN_IN,
} from './sign-in-problems.ts'

const password = z.string().max(1_000)
const signInBody = z.strictObject({ email: z.string().max(1_000), password })
const confirmBody = z.strictObject({ password })
const passwordBody = z.strictObject({ password, new_password: password })

/** Speaks JSON; the session is a cookie. */
export const authRoutes = (
  people: People,
  { demoData }: { demoData: Pick<DemoData, 'organizationId'> | undefined },
): Router => {
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
      answer(people, response, outcome)
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
    response.json({ ...viewOfPerson(person), demo_data: isOffered(demoData, person) })
  })

  router.post(
    '/password',
    reading(passwordBody, async (body, request, response) => {
      const outcome = await people.changePassword(request.headers, {
        password: body.password,
        newPassword: body.new_password,
        address: networkOf(request),
      })
      answer(people, response, outcome)
    }),
  )

  router.post(
    '/confirm',
    reading(confirmBody, async (body, request, response) => {
      const outcome = await people.confirmPassword(request.headers, {
        password: body.password,
        address: networkOf(request),
      })
      answer(people, response, outcome, WRONG_PASSWORD)
    }),
  )
  router.use('/second-factor', secondFactorRoutes(people))
  router.use('/passkeys', passkeyRoutes(people))
  router.use(ownSessionRoutes(people))
  return router
}

type Outcome = Awaited<
  ReturnType<People['signIn'] | People['changePassword'] | People['confirmPassword']>
>

const answer = (
  { ctx }: People,
  response: Response,
  outcome: Outcome,
  ifWrong = WRONG_SIGN_IN,
): void => {
  switch (outcome.outcome) {
    case 'signed-in':
      setCookies(response, outcome.cookies)
      response.status(204).end()
      break
    case 'second-factor-needed':
      setCookies(response, outcome.cookies)
      sendProblem(response, SECOND_FACTOR_TO_SIGN_IN)
      break
    case 'confirmed':
      response.status(204).end()
      break
    case 'wrong':
      sendProblem(response, ifWrong)
      break
    case 'locked-out':
      response.set('retry-after', secondsUntil(outcome.until, ctx.clock.now()))
      sendProblem(response, LOCKED_OUT)
      break
    case 'not-signed-in':
      sendProblem(response, SIGN_IN_FIRST)
      break
    case 'password-refused':
      sendProblem(response, refusedPassword(outcome.fault))
  }
}

/** Offers demo data to owners of the demo store's organization. */
const isOffered = (
  demoData: Pick<DemoData, 'organizationId'> | undefined,
  { memberships }: Person,
): boolean =>
  memberships.some(
    ({ organizationId, role }) => organizationId === demoData?.organizationId && role === 'owner',
  )

const viewOfPerson = ({
  id,
  name,
  email,
  memberships,
  hasSecondFactor,
  hasPasskeys,
  hasPassword,
}: Person) => ({
  id,
  name,
  email,
  has_password: hasPassword,
  second_factor: {
    on: hasSecondFactor,
    passkeys: hasPasskeys,
    required: memberships.some(({ requiresSecondFactor }) => requiresSecondFactor),
  },
  organizations: memberships.map(
    ({ organizationId, organizationName, role, rights, requiresSecondFactor }) => ({
      id: organizationId,
      name: organizationName,
      role,
      scopes: rights.scopes,
      refund_limit: viewOfLimit(rights.refundLimit),
      refund_day_limit: viewOfLimit(rights.refundDayLimit),
      requires_second_factor: requiresSecondFactor,
    }),
  ),
})
