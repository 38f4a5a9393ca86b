import type { Request, Response } from 'express'
import type { OrderRow } from '../../db/db.ts'
import { chosenLanguage } from '../../runtime/http/page/page-language.ts'
import { securityPolicy } from '../../runtime/http/page/page-shell.ts'
import { isReadableInTransit } from '../../runtime/net/plain-http.ts'
import { setPolicy } from '../content-reports/reported-policy.ts'

/** Origins that a header can hold unescaped: a host may contain `;`. */
const PLAIN_ORIGIN = /^https?:\/\/[\w.:[\]-]+$/

const originOf = (url: string | null): string | undefined => {
  const origin = URL.parse(url ?? '')?.origin ?? ''
  return PLAIN_ORIGIN.test(origin) && !isReadableInTransit(origin) ? origin : undefined
}

/**
 * Returns the origin whose page frames this one (`?framed_by=`), if it is the origin of the order's
 * `success_url` or `cancel_url` (docs/decisions/0022-card-page-in-a-frame.md).
 */
export const framedBy = (
  { query: { framed_by: asked } }: Request,
  { success_url, cancel_url }: Pick<OrderRow, 'success_url' | 'cancel_url'>,
): string | undefined =>
  [success_url, cancel_url].map(originOf).find((origin) => origin && origin === asked)

/** Reports whether the request claims a frame; each page checks the claim. */
export const claimsFrame = ({ query: { framed_by } }: Request): boolean =>
  typeof framed_by === 'string'

/** Renders a query that keeps the chosen language and the frame. */
export const keptQuery = (request: Request, more: Record<string, string> = {}): string => {
  const { framed_by } = request.query
  return chosenLanguage(request, typeof framed_by === 'string' ? { ...more, framed_by } : more)
}

const CSP_OF_FRAMED_PAGE = {
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
}

/** Lets one origin frame the page. The caller may set another policy with `frame-ancestors`. */
export const allowFraming = (
  response: Response,
  origin: string,
  policy = securityPolicy({ ...CSP_OF_FRAMED_PAGE, 'frame-ancestors': origin }),
): void => {
  response.removeHeader('x-frame-options')
  setPolicy(response, policy)
}
