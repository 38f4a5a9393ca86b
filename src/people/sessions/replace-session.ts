import { findPersonByEmail } from '../../db/people/people.ts'
import { findAuthenticator } from '../../db/people/second-factors.ts'
import {
  confirmFactor,
  confirmSession,
  describeSession,
  endSession,
} from '../../db/people/sessions.ts'
import type { PeopleContext } from '../context.ts'
import { rememberBrowser, withFactor } from '../sign-in/known-browser.ts'
import { sessionTokenOf } from './session-cookie.ts'

export interface Browser {
  /** Network of the request. */
  address: string
  cookie?: string | undefined
  userAgent?: string | undefined
}

/** Replaces the browser's session and remembers the browser. */
export const replaceSession = async (
  ctx: PeopleContext,
  {
    cookies,
    email,
    browser,
    confirmedAt,
    factorConfirmedAt,
  }: {
    cookies: readonly string[]
    email: string
    browser: Browser
    /** Defaults to the start of the session. */
    confirmedAt?: Date | undefined
    factorConfirmedAt?: Date | undefined
  },
): Promise<string[]> => {
  const { address, cookie, userAgent } = browser
  const token = sessionTokenOf({ cookie: cookies.join('; ') }, ctx)
  const last = sessionTokenOf({ cookie }, ctx)
  if (last !== undefined && last !== token) await endSession(ctx.query, last)
  if (token !== undefined) {
    await describeSession(ctx.query, { token, address, userAgent })
    if (confirmedAt) await confirmSession(ctx.query, { token, now: confirmedAt })
    if (factorConfirmedAt) await confirmFactor(ctx.query, { token, now: factorConfirmedAt })
  }
  const accounts = factorConfirmedAt ? [email, await accountWithFactor(ctx, email)] : [email]
  return [...cookies, rememberBrowser(cookie, accounts, ctx)]
}

const accountWithFactor = async (
  { query }: Pick<PeopleContext, 'query'>,
  email: string,
): Promise<string> => {
  const person = await findPersonByEmail(query, email)
  return withFactor(email, person && (await findAuthenticator(query, person.id)))
}
