import type { IncomingHttpHeaders } from 'node:http'
import { confirmFactor } from '../../db/people/sessions.ts'
import { ownAct, runAuditedForAccount } from '../audited-of-person.ts'
import type { PeopleContext } from '../context.ts'
import type { Person } from '../person.ts'
import { endChallenge } from '../second-factor/challenge.ts'
import { type Browser, replaceSession } from '../sessions/replace-session.ts'
import { sessionTokenOf } from '../sessions/session-cookie.ts'
import type { Auth } from '../sign-in/auth.ts'
import type { Assertion } from './client-data.ts'
import { checkPasskey, type PasskeyRefused } from './passkeys.ts'

export type SignedInByPasskey = { outcome: 'signed-in'; cookies: string[] } | PasskeyRefused

/** Signs in without a password: the device verified its user. Strangers cannot lock it out. */
export const signInByPasskey = async (
  ctx: PeopleContext,
  auth: Pick<Auth, 'beginSession'>,
  { assertion, ...browser }: Browser & { assertion: Assertion },
): Promise<SignedInByPasskey> => {
  const checked = await checkPasskey(ctx, { cookie: browser.cookie, assertion })
  if (checked.outcome !== 'right') return checked
  const { person } = checked
  const act = ownAct(person, 'sign in by passkey', browser.address)
  return runAuditedForAccount(ctx, act, async () => {
    const begun = await auth.beginSession(person.id)
    if (!begun) return { outcome: 'refused' }
    const factorConfirmedAt = ctx.clock.now()
    const cookies = await replaceSession(ctx, {
      ...{ cookies: begun, email: person.email, browser, factorConfirmedAt },
    })
    return { outcome: 'signed-in', cookies: [...cookies, endChallenge(ctx)] }
  })
}

export type PasskeyConfirmed =
  | { outcome: 'confirmed' }
  | { outcome: 'not-signed-in' }
  | PasskeyRefused

/** Confirms the session, for actions that require a fresh second factor. */
export const confirmByPasskey = async (
  ctx: PeopleContext,
  person: Person,
  { headers, assertion }: { headers: IncomingHttpHeaders; assertion: Assertion },
): Promise<PasskeyConfirmed> => {
  const token = sessionTokenOf(headers, ctx)
  if (token === undefined) return { outcome: 'not-signed-in' }
  const checked = await checkPasskey(ctx, { cookie: headers.cookie, assertion })
  if (checked.outcome !== 'right') return checked
  if (checked.person.id !== person.id) return { outcome: 'refused' }
  await confirmFactor(ctx.query, { token, now: ctx.clock.now() })
  return { outcome: 'confirmed' }
}
