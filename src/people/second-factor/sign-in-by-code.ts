import type { IncomingHttpHeaders } from 'node:http'
import { findAuthenticator } from '../../db/people/second-factors.ts'
import { confirmFactor, endSession } from '../../db/people/sessions.ts'
import { ownAct, runAuditedForAccount } from '../audited-of-person.ts'
import type { PeopleContext } from '../context.ts'
import type { Person } from '../person.ts'
import { type Browser, replaceSession } from '../sessions/replace-session.ts'
import { sessionTokenOf } from '../sessions/session-cookie.ts'
import { attempt } from '../sign-in/attempt.ts'
import type { Auth } from '../sign-in/auth.ts'
import { knownBrowser, withFactor } from '../sign-in/known-browser.ts'
import { countersOfCode } from '../sign-in/lock-out.ts'
import { noteRefusedSignIn } from '../sign-in/refused-sign-in.ts'
import { beginChallenge, endChallenge, personOfChallenge } from './challenge.ts'
import { checkFactorCode } from './check-code.ts'

export interface FactorNeeded {
  outcome: 'second-factor-needed'
  /** Challenge cookie. A browser that returns it with a code signs in. */
  cookies: string[]
}

export type SignedInByCode =
  | { outcome: 'signed-in'; cookies: string[] }
  | { outcome: 'wrong-code' }
  | { outcome: 'locked-out'; until: Date }
  /** No challenge, or expired. */
  | { outcome: 'not-signed-in' }

/** Ends the session that the password began, if any, and asks for the second factor. */
export const challengeInstead = async (
  ctx: PeopleContext,
  { personId, cookies }: { personId: string; cookies: readonly string[] },
): Promise<FactorNeeded> => {
  const token = sessionTokenOf({ cookie: cookies.join('; ') }, ctx)
  if (token !== undefined) await endSession(ctx.query, token)
  return { outcome: 'second-factor-needed', cookies: [await beginChallenge(ctx, personId)] }
}

const attemptCode = async (
  ctx: PeopleContext,
  { id: personId, email }: Pick<Person, 'id' | 'email'>,
  { code, address, cookie }: { code: string; address: string; cookie: string | undefined },
) => {
  const account = withFactor(email, await findAuthenticator(ctx.query, personId))
  const browser = knownBrowser(cookie, account, ctx)
  const counters = countersOfCode({ personId, address, browser })
  return attempt(ctx, counters, () => checkFactorCode(ctx, { personId, code }))
}

/** Completes a sign-in: the password was right in this browser, or a link. */
export const signInByCode = async (
  ctx: PeopleContext,
  auth: Pick<Auth, 'beginSession'>,
  { code, ...browser }: Browser & { code: string },
): Promise<SignedInByCode> => {
  const { address, cookie } = browser
  const person = await personOfChallenge(ctx, cookie)
  if (!person) return { outcome: 'not-signed-in' }
  const { id: personId, email } = person
  const checked = await attemptCode(ctx, { id: personId, email }, { code, address, cookie })
  if (checked.outcome !== 'right') {
    const outcome = checked.outcome === 'wrong' ? 'wrong-code' : checked.outcome
    noteRefusedSignIn(ctx, { email, address, outcome })
    return checked.outcome === 'wrong' ? { outcome: 'wrong-code' } : checked
  }
  const act = {
    ...ownAct(person, 'sign in by second factor', address),
    request: { second_factor: checked.value },
  }
  return runAuditedForAccount(ctx, act, async () => {
    const begun = await auth.beginSession(personId)
    if (!begun) return { outcome: 'not-signed-in' }
    const factorConfirmedAt = ctx.clock.now()
    const cookies = await replaceSession(ctx, {
      ...{ cookies: begun, email, browser, factorConfirmedAt },
    })
    return { outcome: 'signed-in', cookies: [...cookies, endChallenge(ctx)] }
  })
}

export type CodeConfirmed =
  | { outcome: 'confirmed' }
  | Exclude<SignedInByCode, { outcome: 'signed-in' }>

/** Confirms the session, for actions that require a fresh second factor. */
export const confirmByCode = async (
  ctx: PeopleContext,
  person: Person,
  { headers, address, code }: { headers: IncomingHttpHeaders; address: string; code: string },
): Promise<CodeConfirmed> => {
  const token = sessionTokenOf(headers, ctx)
  if (token === undefined) return { outcome: 'not-signed-in' }
  const { email } = person
  const checked = await attemptCode(ctx, person, { code, address, cookie: headers.cookie })
  switch (checked.outcome) {
    case 'right': {
      const act = {
        ...ownAct(person, 'confirm second factor', address),
        request: { second_factor: checked.value },
      }
      return runAuditedForAccount(ctx, act, async () => {
        await confirmFactor(ctx.query, { token, now: ctx.clock.now() })
        return { outcome: 'confirmed' }
      })
    }
    case 'wrong':
      noteRefusedSignIn(ctx, { email, address, outcome: 'wrong-code' })
      return { outcome: 'wrong-code' }
    case 'locked-out':
      noteRefusedSignIn(ctx, { email, address, outcome: 'locked-out' })
      return checked
  }
}
