import type { Request, Response } from 'express'
import type { Ids } from '../../src/runtime/ids.ts'

/** What a browser was called in a cookie of that name; what it is called is a secret. */
export const browserOf = (request: Request, cookie: string): string | undefined =>
  new RegExp(`(?:^|; *)${cookie}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1]

/** Names the browser, unless it has a name: several pages may be open in it. */
export const nameBrowser = (
  request: Request,
  response: Response,
  { cookie, path, ids, publicUrl }: { cookie: string; path: string; ids: Ids; publicUrl: string },
): string => {
  const browser = browserOf(request, cookie) ?? ids.secret(32)
  const secure = publicUrl.startsWith('https:')
  response.cookie(cookie, browser, { path, secure, httpOnly: true, sameSite: 'lax' })
  return browser
}
