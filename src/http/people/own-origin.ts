import type { IncomingHttpHeaders } from 'node:http'
import type { Request } from 'express'
import { type Problem, problem } from '../../runtime/http/problem.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether a request comes from a page of ours, by what browsers say and no page can forge. */
export const isFromOwnPage = (
  { origin, 'sec-fetch-site': site }: IncomingHttpHeaders,
  publicUrl: string,
): boolean => origin === new URL(publicUrl).origin || site === 'same-origin'

/**
 * Why a request of whoever is signed in is not let in: one that is unsafe has to come from a page of
 * ours, and to be JSON, which no form of another page sends.
 */
export const forgedRequest = (request: Request, publicUrl: string): Problem | undefined => {
  if (SAFE.has(request.method)) return undefined
  if (!isFromOwnPage(request.headers, publicUrl)) return WRONG_ORIGIN
  return hasBody(request) && !request.is('application/json') ? NOT_JSON : undefined
}

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const WRONG_ORIGIN: Problem = problem({
  status: 403,
  code: 'wrong_origin',
  title: 'The request does not come from a page of Puente',
  retry: 'permanent',
})

const NOT_JSON: Problem = problem({
  status: 415,
  code: 'wrong_origin',
  title: 'The body has to be application/json',
  retry: 'permanent',
})
