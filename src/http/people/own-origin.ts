import type { IncomingHttpHeaders } from 'node:http'
import type { Request } from 'express'
import { type Problem, problem } from '../../runtime/http/problem.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Checks `Origin` and `Sec-Fetch-Site`, which pages cannot forge. */
export const isSameOrigin = (
  { origin, 'sec-fetch-site': site }: IncomingHttpHeaders,
  publicUrl: string,
): boolean => origin === new URL(publicUrl).origin || site === 'same-origin'

/**
 * CSRF check: a write must come from Puente's own page as JSON, which other sites' forms cannot
 * send. Returns the refusal.
 */
export const forgedRequest = (request: Request, publicUrl: string): Problem | undefined => {
  if (SAFE.has(request.method)) return undefined
  if (!isSameOrigin(request.headers, publicUrl)) return WRONG_ORIGIN
  return hasBody(request) && !request.is('application/json') ? NOT_JSON : undefined
}

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const WRONG_ORIGIN: Problem = problem({
  code: 'wrong_origin',
  title: 'The request does not come from a Puente page',
})

const NOT_JSON: Problem = problem({
  status: 415,
  code: 'wrong_origin',
  title: 'The body must be JSON (application/json)',
})
