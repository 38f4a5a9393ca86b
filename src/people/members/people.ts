import type { IncomingHttpHeaders } from 'node:http'
import { passwordHashOf } from '../../db/payments/accounts.ts'
import { findPersonByEmail } from '../../db/people/people.ts'
import { hasFactor } from '../../db/people/second-factors.ts'
import { confirmSession } from '../../db/people/sessions.ts'
import { consumeSignInLink, personOfSignInLink } from '../../db/people/sign-in-links.ts'
import { ownAct, runAuditedForAccount } from '../audited-of-person.ts'
import type { PeopleContext } from '../context.ts'
import { Email } from '../email.ts'
import type { Assertion } from '../passkeys/client-data.ts'
import {
  confirmByPasskey,
  type PasskeyConfirmed,
  type SignedInByPasskey,
  signInByPasskey,
} from '../passkeys/sign-in-by-passkey.ts'
import { type PasswordFault, passwordFault } from '../passwords/password-rules.ts'
import { type Person, personOf } from '../person.ts'
import {
  type CodeConfirmed,
  challengeInstead,
  confirmByCode,
  type FactorNeeded,
  type SignedInByCode,
  signInByCode,
} from '../second-factor/sign-in-by-code.ts'
import { type Browser, replaceSession } from '../sessions/replace-session.ts'
import { sessionTokenOf } from '../sessions/session-cookie.ts'
import { attempt } from '../sign-in/attempt.ts'
import { type Auth, createAuth, isPasswordOf } from '../sign-in/auth.ts'
import { knownBrowser } from '../sign-in/known-browser.ts'
import { hashToken } from '../sign-in/links.ts'
import { countersOfSession, countersOfSignIn } from '../sign-in/lock-out.ts'
import { noteRefusedSignIn } from '../sign-in/refused-sign-in.ts'
import type { IssuerClaims } from '../single-sign-on/issuer.ts'
import { type SignedInAtIssuer, signInAtIssuer } from '../single-sign-on/sign-in.ts'

/** The session's `Set-Cookie` header comes first. */
export type SignedIn =
  | { outcome: 'signed-in'; cookies: string[] }
  | FactorNeeded
  /** Does not reveal which of the two is wrong. */
  | { outcome: 'wrong' }
  | { outcome: 'locked-out'; until: Date }

export type SignedInByLink =
  | Extract<SignedIn, { outcome: 'signed-in' | 'second-factor-needed' }>
  | { outcome: 'no-such-link' }

export type PasswordChanged =
  | Exclude<SignedIn, FactorNeeded>
  | { outcome: 'password-refused'; fault: PasswordFault }
  | { outcome: 'not-signed-in' }

export type PasswordConfirmed =
  | { outcome: 'confirmed' }
  | Exclude<SignedIn, { outcome: 'signed-in' | 'second-factor-needed' }>
  | { outcome: 'not-signed-in' }

export interface People {
  ctx: PeopleContext
  personOf(headers: IncomingHttpHeaders): Promise<Person | undefined>
  /** Replaces the browser's session. `isPart`: an enclosing action has the audit entry. */
  signIn(given: Browser & { email: string; password: string; isPart?: boolean }): Promise<SignedIn>
  /** Consumes a link of `makeSignInLink`. */
  signInByLink(given: Browser & { token: string }): Promise<SignedInByLink>
  /** Completes a sign-in after `second-factor-needed`. */
  signInByCode(given: Browser & { code: string }): Promise<SignedInByCode>
  /** Signs in without a password. */
  signInByPasskey(given: Browser & { assertion: Assertion }): Promise<SignedInByPasskey>
  /** Signs in by claims that the issuer signed. */
  signInAtIssuer(given: Browser & { claims: IssuerClaims }): Promise<SignedInAtIssuer>
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
  confirmCode(
    headers: IncomingHttpHeaders,
    given: { code: string; address: string },
  ): Promise<CodeConfirmed>
  confirmPasskey(
    headers: IncomingHttpHeaders,
    given: { assertion: Assertion },
  ): Promise<PasskeyConfirmed>
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
      const answer = await attempt(ctx, counters, () => signInWith(auth, read.data, password))
      if (answer.outcome !== 'right') {
        noteRefusedSignIn(ctx, { email: read.data, address, outcome: answer.outcome })
        return answer
      }
      const person = await findPersonByEmail(query, email)
      if (person && (await hasFactor(query, person.id))) {
        // Audits the right password already, so that a stolen one shows without the code.
        return runAuditedForAccount(ctx, ownAct(person, 'enter password', address), () =>
          challengeInstead(ctx, { personId: person.id, cookies: answer.value }),
        )
      }
      const cookies = await replaceSession(ctx, { cookies: answer.value, email, browser })
      const begun = { outcome: 'signed-in', cookies } as const
      if (!person || isPart) return begun
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
          if (await hasFactor(query, id))
            return challengeInstead(ctx, { personId: id, cookies: set })
          const cookies = await replaceSession(ctx, { cookies: set, email, browser })
          return { outcome: 'signed-in', cookies }
        },
      )
    },
    signInByCode: (given) => signInByCode(ctx, auth, given),
    signInByPasskey: (given) => signInByPasskey(ctx, auth, given),
    signInAtIssuer: (given) => signInAtIssuer(ctx, auth, given),
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
        const changed = await attempt(ctx, countersOfSession(token), () =>
          auth.changePassword(headers.cookie ?? '', { password, newPassword }),
        )
        if (changed.outcome !== 'right') return changed
        const cookies = await replaceSession(ctx, {
          ...{ cookies: changed.value, email: person.email, browser },
          factorConfirmedAt: person.hasSecondFactor ? person.confirmedAt : undefined,
        })
        return { outcome: 'signed-in', cookies }
      })
    },
    confirmPassword: async (headers, { password, address }) => {
      const person = await whoIs(headers)
      const token = sessionTokenOf(headers, ctx)
      if (!person || token === undefined) return { outcome: 'not-signed-in' }
      const { id, email } = person
      const answer = await attempt(ctx, countersOfSession(token), async () => {
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
    confirmCode: async (headers, given) => {
      const person = await whoIs(headers)
      if (!person) return { outcome: 'not-signed-in' }
      return confirmByCode(ctx, person, { headers, ...given })
    },
    confirmPasskey: async (headers, { assertion }) => {
      const person = await whoIs(headers)
      if (!person) return { outcome: 'not-signed-in' }
      return confirmByPasskey(ctx, person, { headers, assertion })
    },
  }
}

/** Hashes for a malformed e-mail too, so it takes as long as an unknown one. */
const signInWith = (
  auth: Auth,
  email: string | undefined,
  password: string,
): Promise<string[] | undefined> =>
  auth.signIn({ email: email ?? 'nobody@puente.invalid', password })
