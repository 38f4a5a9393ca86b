import type { IncomingHttpHeaders } from 'node:http'
import { findPersonByEmail } from '../db/people.ts'
import { personOfSignInLink, takeSignInLink } from '../db/sign-in-links.ts'
import { auditedOfAccount } from './audited-of-person.ts'
import { type Auth, createAuth } from './auth.ts'
import type { PeopleContext } from './context.ts'
import { Email } from './email.ts'
import { hashToken } from './links.ts'
import { attemptSucceeded, beginAttempt } from './lock-out.ts'
import { type PasswordFault, passwordFault } from './password-rules.ts'
import type { Person } from './person.ts'
import { personOf } from './person-of.ts'
import { noteRefusedSignIn } from './refused-sign-in.ts'

/** `cookies` are lines of `Set-Cookie`. */
export type SignedIn =
  | { outcome: 'signed-in'; cookies: string[] }
  /** Whether it was the e-mail or the password is told to nobody. */
  | { outcome: 'wrong' }
  | { outcome: 'locked-out'; until: Date }

export type SignedInByLink =
  | Extract<SignedIn, { outcome: 'signed-in' }>
  | { outcome: 'no-such-link' }

export type PasswordChanged =
  | SignedIn
  | { outcome: 'password-refused'; fault: PasswordFault }
  | { outcome: 'not-signed-in' }

/** How people sign in, and who they are. */
export interface People {
  ctx: PeopleContext
  personOf(headers: IncomingHttpHeaders): Promise<Person | undefined>
  /**
   * `address`: the network that the request comes from. `isPart`: of something that has its entry in the
   * audit log.
   */
  signIn(given: {
    email: string
    password: string
    address: string
    isPart?: boolean
  }): Promise<SignedIn>
  /** Uses a link up that `makeSignInLink` has made; `no-such-link`: it was used, or its time is over. */
  signInByLink(given: { token: string; address: string }): Promise<SignedInByLink>
  signOut(headers: IncomingHttpHeaders): Promise<string[]>
  /** Lets the session of a request last longer; what to set for it. */
  renew(headers: IncomingHttpHeaders): Promise<string[]>
  /** Signs the person out everywhere else. */
  changePassword(
    headers: IncomingHttpHeaders,
    given: { password: string; newPassword: string; address: string },
  ): Promise<PasswordChanged>
}

/** The secret that signs sessions is derived for this purpose. */
export const SESSIONS = 'sessions of people'

export const openPeople = (ctx: PeopleContext): People => {
  const { query, secret, publicUrl, clock } = ctx
  const auth = createAuth(ctx)
  const whoIs = (headers: IncomingHttpHeaders) =>
    personOf(headers, { query, secret, publicUrl, now: clock.now() })
  return {
    ctx,
    personOf: whoIs,
    signIn: async ({ email: typed, password, address, isPart = false }) => {
      const read = Email.safeParse(typed)
      const email = read.data ?? typed
      const signedIn = await tried(ctx, { email, address }, () =>
        signInWith(auth, read.data, password),
      )
      const { outcome } = signedIn
      if (outcome !== 'signed-in') {
        noteRefusedSignIn(ctx, { email: read.data, address, outcome })
        return signedIn
      }
      const person = isPart ? undefined : await findPersonByEmail(query, email)
      if (!person) return signedIn
      const { id, name } = person
      const act = { actor: { kind: 'person', id, name }, action: 'sign in by password' } as const
      const entry = { ...act, personId: id, fromAddress: address, subject: id }
      return auditedOfAccount(ctx, entry, async () => signedIn)
    },
    signInByLink: async ({ token, address }) => {
      const link = { tokenHash: hashToken(token), now: clock.now() }
      const person = await personOfSignInLink(query, link)
      if (!person) return { outcome: 'no-such-link' }
      const { id, name } = person
      const act = { actor: { kind: 'person', id, name }, action: 'sign in by link' } as const
      const entry = { ...act, personId: id, fromAddress: address, subject: id }
      return auditedOfAccount(ctx, entry, async () => {
        const cookies = (await takeSignInLink(query, link)) && (await auth.beginSession(id))
        return cookies ? { outcome: 'signed-in', cookies } : { outcome: 'no-such-link' }
      })
    },
    signOut: ({ cookie = '' }) => auth.signOut(cookie),
    renew: ({ cookie = '' }) => auth.renew(cookie),
    changePassword: async (headers, { password, newPassword, address }) => {
      const person = await whoIs(headers)
      if (!person) return { outcome: 'not-signed-in' }
      const fault = passwordFault(newPassword, person.email)
      if (fault) return { outcome: 'password-refused', fault }
      const { id, name, email } = person
      const act = { actor: { kind: 'person', id, name }, action: 'change password' } as const
      const entry = { ...act, personId: id, fromAddress: address, subject: id }
      return auditedOfAccount(ctx, entry, () =>
        tried(ctx, { email, address }, () =>
          auth.changePassword(headers.cookie ?? '', { password, newPassword }),
        ),
      )
    },
  }
}

/** What is no e-mail takes as long as one that nobody has. */
const signInWith = (
  auth: Auth,
  email: string | undefined,
  password: string,
): Promise<string[] | undefined> =>
  auth.signIn({ email: email ?? 'nobody@puente.invalid', password })

/** Checks a password, unless it was tried too often. */
const tried = async (
  { query, clock }: PeopleContext,
  who: { email: string; address: string },
  check: () => Promise<string[] | undefined>,
): Promise<SignedIn> => {
  const attempt = await beginAttempt(query, { ...who, now: clock.now() })
  if (attempt.outcome === 'locked-out') return attempt
  const cookies = await check()
  if (!cookies) return { outcome: 'wrong' }
  await attemptSucceeded(query, who)
  return { outcome: 'signed-in', cookies }
}
