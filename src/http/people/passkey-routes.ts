import { fileURLToPath } from 'node:url'
import { type Request, type Response, Router } from 'express'
import { z } from 'zod'
import type { People } from '../../people/members/people.ts'
import { assertion, attestation } from '../../people/passkeys/client-data.ts'
import {
  addPasskey,
  beginPasskeySignIn,
  beginRegistration,
  type PasskeyRefused,
  removePasskey,
} from '../../people/passkeys/passkeys.ts'
import type { Person } from '../../people/person.ts'
import { sessionTokenOf } from '../../people/sessions/session-cookie.ts'
import { networkOf } from '../../runtime/http/caller/caller-network.ts'
import { sendProblem } from '../../runtime/http/problem.ts'
import { plainText } from '../../runtime/text/plain-text.ts'
import { isStorable } from '../../runtime/text/storable.ts'
import { staleSignIn } from '../api/operator/fresh-sign-in.ts'
import { browserOf, setCookies } from './browser.ts'
import { reading } from './reading.ts'
import {
  NO_SUCH_PASSKEY,
  PASSKEY_REFUSED,
  passkeyOfAnotherOrigin,
  SIGN_IN_FIRST,
  TOO_MANY_PASSKEYS,
} from './sign-in-problems.ts'

const SCRIPT = fileURLToPath(new URL('assets/passkey.js', import.meta.url))

const addition = z.strictObject({ name: plainText(100), credential: attestation })
const answerBody = z.strictObject({ credential: assertion })

/** Adds and removes passkeys, signs in and confirms a session with one. */
export const passkeyRoutes = (people: People): Router => {
  const { ctx } = people
  const router = Router({ caseSensitive: true })
  const refuse = (response: Response, outcome: PasskeyRefused): void =>
    sendProblem(
      response,
      outcome.outcome === 'other-origin'
        ? passkeyOfAnotherOrigin(outcome.origin, ctx.publicUrl)
        : PASSKEY_REFUSED,
    )
  const freshPersonOf = async (
    request: Request,
    response: Response,
  ): Promise<Person | undefined> => {
    const person = await people.personOf(request.headers)
    const refusal = person ? staleSignIn(person) : SIGN_IN_FIRST
    if (refusal) sendProblem(response, refusal)
    return refusal ? undefined : person
  }

  router.get('/passkey.js', (_request, response) => {
    response.set('cache-control', 'no-cache').sendFile(SCRIPT)
  })

  router.post('/options', async (request, response) => {
    const person = await freshPersonOf(request, response)
    if (!person) return
    const begun = await beginRegistration(ctx, person)
    if (begun.outcome === 'too-many') return sendProblem(response, TOO_MANY_PASSKEYS)
    setCookies(response, [begun.cookie])
    response.json(begun.options)
  })

  router.post(
    '/',
    reading(addition, async ({ name, credential }, request, response) => {
      const person = await freshPersonOf(request, response)
      const token = sessionTokenOf(request.headers, ctx)
      if (!person || token === undefined) return
      const outcome = await addPasskey(ctx, person, {
        ...{ token, name, attestation: credential },
        address: networkOf(request),
        cookie: request.headers.cookie,
      })
      if (outcome.outcome !== 'done') return refuse(response, outcome)
      response.status(201).json({ recovery_codes: outcome.recoveryCodes ?? null })
    }),
  )

  router.delete('/:id', async (request, response) => {
    const person = await freshPersonOf(request, response)
    if (!person) return
    const id = String(request.params.id)
    if (!isStorable(id)) return sendProblem(response, NO_SUCH_PASSKEY)
    const given = { id, address: networkOf(request) }
    const { outcome } = await removePasskey(ctx, person, given)
    if (outcome === 'done') response.status(204).end()
    else sendProblem(response, NO_SUCH_PASSKEY)
  })

  router.post('/sign-in/options', async (_request, response) => {
    const { options, cookie } = await beginPasskeySignIn(ctx)
    setCookies(response, [cookie])
    response.json(options)
  })

  router.post(
    '/sign-in',
    reading(answerBody, async ({ credential }, request, response) => {
      const given = { assertion: credential, ...browserOf(request) }
      const outcome = await people.signInByPasskey(given)
      if (outcome.outcome !== 'signed-in') return refuse(response, outcome)
      setCookies(response, outcome.cookies)
      response.status(204).end()
    }),
  )

  router.post(
    '/confirm',
    reading(answerBody, async ({ credential }, request, response) => {
      const outcome = await people.confirmPasskey(request.headers, { assertion: credential })
      switch (outcome.outcome) {
        case 'confirmed':
          response.status(204).end()
          return
        case 'not-signed-in':
          return sendProblem(response, SIGN_IN_FIRST)
        case 'other-origin':
        case 'refused':
          return refuse(response, outcome)
      }
    }),
  )
  return router
}
