import type { Request, Response } from 'express'
import type { Ids } from '../../src/runtime/ids.ts'

/** Reads the browser's random id, a secret. */
export const browserOfCookie = (request: Request, cookie: string): string | undefined =>
  new RegExp(`(?:^|; *)${cookie}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1]

/** Keeps an existing id, because several pages may be open. */
export const nameBrowser = (
  request: Request,
  response: Response,
  { cookie, path, ids, publicUrl }: { cookie: string; path: string; ids: Ids; publicUrl: string },
): string => {
  const browser = browserOfCookie(request, cookie) ?? ids.secret(32)
  const secure = publicUrl.startsWith('https:')
  response.cookie(cookie, browser, { path, secure, httpOnly: true, sameSite: 'lax' })
  return browser
}
