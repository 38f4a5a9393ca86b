import type { IncomingHttpHeaders } from 'node:http'
import { passwordHashOf } from '../../db/payments/accounts.ts'
import { findPersonByEmail } from '../../db/people/people.ts'
import { confirmSession, describeSession, endSession } from '../../db/people/sessions.ts'
import { consumeSignInLink, personOfSignInLink } from '../../db/people/sign-in-links.ts'
import { runAuditedForAccount } from '../audited-of-person.ts'
import type { PeopleContext } from '../context.ts'
import { Email } from '../email.ts'
import { type PasswordFault, passwordFault } from '../passwords/password-rules.ts'
import { type Person, personOf } from '../person.ts'
import { sessionTokenOf } from '../sessions/session-cookie.ts'
import { type Auth, createAuth, isPasswordOf } from '../sign-in/auth.ts'
import { knownBrowser, rememberBrowser } from '../sign-in/known-browser.ts'
import { hashToken } from '../sign-in/links.ts'
import {
  attemptSucceeded,
  beginAttempt,
  countersOfSession,
  countersOfSignIn,
} from '../sign-in/lock-out.ts'
import { noteRefusedSignIn } from '../sign-in/refused-sign-in.ts'

/** The session's `Set-Cookie` header comes first. */
export type SignedIn =
  | { outcome: 'signed-in'; cookies: string[] }
  /** Does not reveal which of the two is wrong. */
  | { outcome: 'wrong' }
  | { outcome: 'locked-out'; until: Date }

export type SignedInByLink =
  | Extract<SignedIn, { outcome: 'signed-in' }>
  | { outcome: 'no-such-link' }

export type PasswordChanged =
  | SignedIn
  | { outcome: 'password-refused'; fault: PasswordFault }
  | { outcome: 'not-signed-in' }

export type PasswordConfirmed =
  | { outcome: 'confirmed' }
  | Exclude<SignedIn, { outcome: 'signed-in' }>
  | { outcome: 'not-signed-in' }

export interface Browser {
  /** Network of the request. */
  address: string
  cookie?: string | undefined
  userAgent?: string | undefined
}

export interface People {
  ctx: PeopleContext
  personOf(headers: IncomingHttpHeaders): Promise<Person | undefined>
  /** Replaces the browser's session. `isPart`: an enclosing action has the audit entry. */
  signIn(given: Browser & { email: string; password: string; isPart?: boolean }): Promise<SignedIn>
  /** Consumes a link of `makeSignInLink`. */
  signInByLink(given: Browser & { token: string }): Promise<SignedInByLink>
  signOut(headers: IncomingHttpHeaders): Promise<string[]>
  /** Extends the session; returns cookies to set. */
  renew(headers: IncomingHttpHeaders): Promise<string[]>
  /** Signs the person out elsewhere. */
  changePassword(
    headers: IncomingHttpHeaders,
    given: { password: string; newPassword: string; address: string },
  ): Promise<PasswordChanged>
  /** For actions that require a fresh sign-in. */
  confirmPassword(
    headers: IncomingHttpHeaders,
    given: { password: string; address: string },
  ): Promise<PasswordConfirmed>
}

/** Purpose of the derived cookie secret. */
export const SESSION_SECRET_PURPOSE = 'sessions of people'

export const openPeople = (ctx: PeopleContext): People => {
  const { query, secret, publicUrl, clock } = ctx
  const auth = createAuth(ctx)
  const whoIs = (headers: IncomingHttpHeaders) =>
    personOf(headers, { query, secret, publicUrl, now: clock.now() })
  return {
    ctx,
    personOf: whoIs,
    signIn: async ({ email: typed, password, isPart = false, ...browser }) => {
      const { address, cookie } = browser
      const read = Email.safeParse(typed)
      const email = read.data ?? typed
      const counters = countersOfSignIn({
        email,
        address,
        browser: knownBrowser(cookie, email, ctx),
      })
      const answer = await checkPassword(ctx, counters, () => signInWith(auth, read.data, password))
      if (answer.outcome !== 'right') {
        noteRefusedSignIn(ctx, { email: read.data, address, outcome: answer.outcome })
        return answer
      }
      const cookies = await replaceSession(ctx, { cookies: answer.value, email, browser })
      const begun = { outcome: 'signed-in', cookies } as const
      const person = isPart ? undefined : await findPersonByEmail(query, email)
      if (!person) return begun
      return runAuditedForAccount(
        ctx,
        ownAct(person, 'sign in by password', address),
        async () => begun,
      )
    },
    signInByLink: async ({ token, ...browser }) => {
      const link = { tokenHash: hashToken(token), now: clock.now() }
      const person = await personOfSignInLink(query, link)
      if (!person) return { outcome: 'no-such-link' }
      const { id, email } = person
      return runAuditedForAccount(
        ctx,
        ownAct(person, 'sign in by link', browser.address),
        async () => {
          const set = (await consumeSignInLink(query, link)) && (await auth.beginSession(id))
          if (!set) return { outcome: 'no-such-link' }
          const cookies = await replaceSession(ctx, { cookies: set, email, browser })
          return { outcome: 'signed-in', cookies }
        },
      )
    },
    signOut: ({ cookie = '' }) => auth.signOut(cookie),
    renew: ({ cookie = '' }) => auth.renew(cookie),
    changePassword: async (headers, { password, newPassword, address }) => {
      const person = await whoIs(headers)
      const token = sessionTokenOf(headers, ctx)
      if (!person || token === undefined) return { outcome: 'not-signed-in' }
      const fault = await passwordFault(newPassword, person.email)
      if (fault) return { outcome: 'password-refused', fault }
      const browser = { address, cookie: headers.cookie, userAgent: headers['user-agent'] }
      return runAuditedForAccount(ctx, ownAct(person, 'change password', address), async () => {
        const changed = await checkPassword(ctx, countersOfSession(token), () =>
          auth.changePassword(headers.cookie ?? '', { password, newPassword }),
        )
        if (changed.outcome !== 'right') return changed
        const { email } = person
        const cookies = await replaceSession(ctx, { cookies: changed.value, email, browser })
        return { outcome: 'signed-in', cookies }
      })
    },
    confirmPassword: async (headers, { password, address }) => {
      const person = await whoIs(headers)
      const token = sessionTokenOf(headers, ctx)
      if (!person || token === undefined) return { outcome: 'not-signed-in' }
      const { id, email } = person
      const answer = await checkPassword(ctx, countersOfSession(token), async () => {
        const hash = await passwordHashOf(query, id)
        return hash && (await isPasswordOf(hash, password)) ? hash : undefined
      })
      if (answer.outcome !== 'right') {
        noteRefusedSignIn(ctx, { email, address, outcome: answer.outcome })
        return answer
      }
      await confirmSession(query, { token, now: clock.now() })
      return { outcome: 'confirmed' }
    },
  }
}

const ownAct = ({ id, name }: Pick<Person, 'id' | 'name'>, action: string, address: string) =>
  ({
    actor: { kind: 'person', id, name },
    action,
    personId: id,
    fromAddress: address,
    subject: id,
  }) as const

/** Hashes for a malformed e-mail too, so it takes as long as an unknown one. */
const signInWith = (
  auth: Auth,
  email: string | undefined,
  password: string,
): Promise<string[] | undefined> =>
  auth.signIn({ email: email ?? 'nobody@puente.invalid', password })

type Tried<T> = { outcome: 'right'; value: T } | Exclude<SignedIn, { outcome: 'signed-in' }>

/** Checks a password unless locked out; `undefined` from `check`: wrong. */
const checkPassword = async <T>(
  { query, clock }: PeopleContext,
  counters: Parameters<typeof attemptSucceeded>[1],
  check: () => Promise<T | undefined>,
): Promise<Tried<T>> => {
  const attempt = await beginAttempt(query, { counters, now: clock.now() })
  if (attempt.outcome === 'locked-out') return attempt
  const value = await check()
  if (value === undefined) return { outcome: 'wrong' }
  await attemptSucceeded(query, counters)
  return { outcome: 'right', value }
}

/** Replaces the browser's session and remembers the browser. */
const replaceSession = async (
  ctx: PeopleContext,
  { cookies, email, browser }: { cookies: readonly string[]; email: string; browser: Browser },
): Promise<string[]> => {
  const { address, cookie, userAgent } = browser
  const token = sessionTokenOf({ cookie: cookies.join('; ') }, ctx)
  const last = sessionTokenOf({ cookie }, ctx)
  if (last !== undefined && last !== token) await endSession(ctx.query, last)
  if (token !== undefined) await describeSession(ctx.query, { token, address, userAgent })
  return [...cookies, rememberBrowser(cookie, email, ctx)]
}
