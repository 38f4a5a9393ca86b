import { confirmFactor, describeSession, endSession } from '../../db/people/sessions.ts'
import type { PeopleContext } from '../context.ts'
import { rememberBrowser } from '../sign-in/known-browser.ts'
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
    factorConfirmedAt,
  }: {
    cookies: readonly string[]
    email: string
    browser: Browser
    factorConfirmedAt?: Date | undefined
  },
): Promise<string[]> => {
  const { address, cookie, userAgent } = browser
  const token = sessionTokenOf({ cookie: cookies.join('; ') }, ctx)
  const last = sessionTokenOf({ cookie }, ctx)
  if (last !== undefined && last !== token) await endSession(ctx.query, last)
  if (token !== undefined) {
    await describeSession(ctx.query, { token, address, userAgent })
    if (factorConfirmedAt) await confirmFactor(ctx.query, { token, now: factorConfirmedAt })
  }
  return [...cookies, rememberBrowser(cookie, email, ctx)]
}
