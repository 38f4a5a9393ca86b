import { type Request, type Response, Router } from 'express'
import { z } from 'zod'
import type { People } from '../../people/members/people.ts'
import type { Person } from '../../people/person.ts'
import {
  confirmAuthenticatorOf,
  removeAuthenticator,
  replaceRecoveryCodesOf,
  secondFactorOf,
  setUpAuthenticator,
} from '../../people/second-factor/second-factor.ts'
import { sessionTokenOf } from '../../people/sessions/session-cookie.ts'
import { networkOf } from '../../runtime/http/caller/caller-network.ts'
import { sendProblem } from '../../runtime/http/problem.ts'
import { staleSignIn } from '../api/operator/fresh-sign-in.ts'
import { browserOf, setCookies } from './browser.ts'
import { reading } from './reading.ts'
import {
  LOCKED_OUT,
  NO_SECOND_FACTOR,
  SECOND_FACTOR_ON,
  SET_UP_TOO_LATE,
  SIGN_IN_FIRST,
  secondsUntil,
  WRONG_CODE,
} from './sign-in-problems.ts'

const codeBody = z.strictObject({ code: z.string().max(100) })

/** Completes a sign-in, confirms a session, and manages the authenticator and recovery codes. */
export const secondFactorRoutes = (people: People): Router => {
  const { ctx } = people
  const router = Router({ caseSensitive: true })
  const refuse = (
    response: Response,
    outcome:
      | { outcome: 'wrong-code' | 'wrong' | 'not-signed-in' }
      | { outcome: 'locked-out'; until: Date },
  ): void => {
    if (outcome.outcome === 'locked-out') {
      response.set('retry-after', secondsUntil(outcome.until, ctx.clock.now()))
      sendProblem(response, LOCKED_OUT)
    } else sendProblem(response, outcome.outcome === 'not-signed-in' ? SIGN_IN_FIRST : WRONG_CODE)
  }
  const asPerson =
    (handle: (person: Person, request: Request, response: Response) => Promise<void>) =>
    async (request: Request, response: Response): Promise<void> => {
      const person = await people.personOf(request.headers)
      if (person) await handle(person, request, response)
      else sendProblem(response, SIGN_IN_FIRST)
    }
  /** A thief of an open session must not replace the second factor. */
  const asFreshPerson = (handle: Parameters<typeof asPerson>[0]) =>
    asPerson(async (person, request, response) => {
      const stale = staleSignIn(person)
      if (stale) sendProblem(response, stale)
      else await handle(person, request, response)
    })

  router.post(
    '/',
    reading(codeBody, async ({ code }, request, response) => {
      const outcome = await people.signInByCode({ code, ...browserOf(request) })
      if (outcome.outcome !== 'signed-in') return refuse(response, outcome)
      setCookies(response, outcome.cookies)
      response.status(204).end()
    }),
  )

  router.post(
    '/confirm',
    reading(codeBody, async ({ code }, request, response) => {
      const given = { code, address: networkOf(request) }
      const outcome = await people.confirmCode(request.headers, given)
      if (outcome.outcome === 'confirmed') response.status(204).end()
      else refuse(response, outcome)
    }),
  )

  router.get(
    '/',
    asPerson(async (person, _request, response) => {
      const view = await secondFactorOf(ctx, person)
      response.json({
        authenticator: view.hasAuthenticator,
        passkeys: view.passkeys.map(({ id, name, created_at: made, last_used_at: used }) => ({
          ...{ id, name, added_at: made.toISOString() },
          used_at: used?.toISOString() ?? null,
        })),
        recovery_codes_left: view.recoveryCodesLeft,
      })
    }),
  )

  router.post(
    '/authenticator',
    asFreshPerson(async (person, _request, response) => {
      const begun = await setUpAuthenticator(ctx, person)
      if (begun.outcome === 'on-already') return sendProblem(response, SECOND_FACTOR_ON)
      const { secret, uri } = begun
      response.status(201).json({ secret, uri })
    }),
  )

  router.post(
    '/authenticator/confirm',
    reading(codeBody, async ({ code }, request, response) => {
      const person = await people.personOf(request.headers)
      const token = sessionTokenOf(request.headers, ctx)
      if (!person || token === undefined) return sendProblem(response, SIGN_IN_FIRST)
      const stale = staleSignIn(person)
      if (stale) return sendProblem(response, stale)
      const { cookie } = request.headers
      const given = { token, code, cookie, address: networkOf(request) }
      const outcome = await confirmAuthenticatorOf(ctx, person, given)
      if (outcome.outcome === 'not-begun') return sendProblem(response, SECOND_FACTOR_ON)
      if (outcome.outcome === 'too-late') return sendProblem(response, SET_UP_TOO_LATE)
      if (outcome.outcome !== 'done') return refuse(response, outcome)
      setCookies(response, outcome.cookies)
      response.json({ recovery_codes: outcome.recoveryCodes ?? null })
    }),
  )

  router.delete(
    '/authenticator',
    asFreshPerson(async (person, request, response) => {
      const given = { address: networkOf(request) }
      const { outcome } = await removeAuthenticator(ctx, person, given)
      if (outcome === 'done') response.status(204).end()
      else sendProblem(response, NO_SECOND_FACTOR)
    }),
  )

  router.post(
    '/recovery-codes',
    asFreshPerson(async (person, request, response) => {
      if (!person.hasSecondFactor) return sendProblem(response, NO_SECOND_FACTOR)
      const given = { address: networkOf(request) }
      const { recoveryCodes } = await replaceRecoveryCodesOf(ctx, person, given)
      response.json({ recovery_codes: recoveryCodes })
    }),
  )
  return router
}
