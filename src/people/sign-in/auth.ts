import type { DbQuery } from '../../db/db.ts'
import type { Ids } from '../../runtime/ids.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../passwords/password-rules.ts'
import { cookieAttributes, sessionPrefix } from '../sessions/session-cookie.ts'
import { sessionsWithoutPassword } from './sessions-without-password.ts'

const DAY_SECONDS = 24 * 60 * 60
const SESSION_SECONDS = 7 * DAY_SECONDS

export interface AuthOptions {
  query: DbQuery
  secret: string
  publicUrl: string
  ids: Ids
}

/** better-auth; functions return `Set-Cookie` lines. */
export type Auth = ReturnType<typeof createAuth>

/** Loads better-auth on the first sign-in: its import takes 150 ms of CPU. */
export const createAuth = (options: AuthOptions) => {
  let loaded: ReturnType<typeof load> | undefined
  const api = async () => {
    loaded ??= load(options)
    return (await loaded).api
  }
  return {
    /** Returns `undefined` for an unknown account or a wrong password. */
    signIn: async (body: { email: string; password: string }) =>
      cookiesOf(await (await api()).signInEmail({ body, asResponse: true })),
    /** Begins a session without a password. */
    beginSession: async (personId: string) =>
      cookiesOf(await (await api()).beginSession({ body: { personId }, asResponse: true })),
    signOut: async (cookie: string) => {
      const { headers } = await (await api()).signOut({ headers: { cookie }, asResponse: true })
      return headers.getSetCookie()
    },
    /** Extends the session, at most once a day. */
    renew: async (cookie: string) => {
      const { headers } = await (await api()).getSession({ headers: { cookie }, asResponse: true })
      return headers.getSetCookie()
    },
    /** Ends all sessions and begins a new one; `undefined`: wrong password. */
    changePassword: async (cookie: string, given: { password: string; newPassword: string }) => {
      const { password: currentPassword, newPassword } = given
      const body = { currentPassword, newPassword, revokeOtherSessions: true }
      const headers = { cookie }
      return cookiesOf(await (await api()).changePassword({ headers, body, asResponse: true }))
    },
  }
}

const cookiesOf = (response: Response): string[] | undefined => {
  if (response.ok) return response.headers.getSetCookie()
  if (response.status < 500) return undefined
  throw new Error(`better-auth answered ${response.status}`)
}

const TIMES = { createdAt: 'created_at', updatedAt: 'updated_at' } as const

const load = async ({ query, secret, publicUrl, ids }: AuthOptions) => {
  const { betterAuth } = await import('better-auth')
  return betterAuth({
    database: { db: query, type: 'postgres', transaction: true },
    secret,
    baseURL: publicUrl,
    basePath: '/auth',
    plugins: [await sessionsWithoutPassword()],
    telemetry: { enabled: false },
    logger: { disabled: true },
    // `lock-out.ts` counts attempts across all processes.
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: SHORTEST_PASSWORD,
      maxPasswordLength: LONGEST_PASSWORD,
    },
    user: { modelName: 'people', fields: { ...TIMES, emailVerified: 'email_verified' } },
    session: {
      modelName: 'person_sessions',
      fields: {
        ...TIMES,
        userId: 'person_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
      },
      expiresIn: SESSION_SECONDS,
      updateAge: DAY_SECONDS,
    },
    account: {
      modelName: 'person_accounts',
      fields: {
        ...TIMES,
        userId: 'person_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
      },
    },
    verification: {
      modelName: 'person_verifications',
      fields: { ...TIMES, expiresAt: 'expires_at' },
    },
    advanced: {
      cookiePrefix: sessionPrefix(publicUrl),
      // better-auth would put `__Secure-` before our own prefix.
      useSecureCookies: false,
      defaultCookieAttributes: cookieAttributes(publicUrl),
      database: { generateId: () => ids.next('aut') },
    },
  })
}

export const isPasswordOf = async (hash: string, password: string): Promise<boolean> =>
  (await import('better-auth/crypto')).verifyPassword({ hash, password })

/** Uses scrypt in better-auth's format. */
export const hashPassword = async (password: string): Promise<string> =>
  (await import('better-auth/crypto')).hashPassword(password)
