import type { Request, Response } from 'express'
import type { Ids } from '../../../src/runtime/ids.ts'

const COOKIE = 'puente_shopify'

/** What the browser was called when it came back from Shopify; its name is a secret. */
export const browserOf = (request: Request): string | undefined =>
  new RegExp(`(?:^|; *)${COOKIE}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1]

/** Names the browser, unless it has a name: pages of several shops may be open in it. */
export const nameBrowser = (
  request: Request,
  response: Response,
  { ids, publicUrl }: { ids: Ids; publicUrl: string },
): string => {
  const browser = browserOf(request) ?? ids.secret(32)
  const secure = new URL(publicUrl).protocol === 'https:'
  response.cookie(COOKIE, browser, { path: '/shopify', secure, httpOnly: true, sameSite: 'lax' })
  return browser
}
