import type { Request, Response } from 'express'
import { type Problem, sendProblem } from '../../runtime/http/problem.ts'
import type { CountCallers } from '../rate-limits/count-callers.ts'
import type { Reason } from './decline-reasons.ts'
import type { PageKind } from './page-kinds.ts'
import { sendWithoutOrder } from './send-page.ts'

const TOO_MANY = 'too-many-requests' satisfies PageKind & Reason

/** Answers a customer above a rate limit: with a page, or as the page's scripts understand it. */
export const refuseCustomer = (problem: Problem, request: Request, response: Response): void => {
  if (request.method === 'POST' && request.path === '/card') {
    response.status(problem.status).json({ next: 'again', reason: TOO_MANY })
  } else if (request.method === 'GET' && !request.path.endsWith('/status')) {
    sendWithoutOrder(request, response.status(problem.status), TOO_MANY)
  } else sendProblem(response, problem)
}

export type SendUnknownLink = (request: Request, response: Response) => Promise<void>

/** Answers 404, or 429 to a stranger who guesses links. */
export const unknownLinkSender =
  (callers: Pick<CountCallers, 'unknownLink'>): SendUnknownLink =>
  async (request, response) => {
    const refusal = await callers.unknownLink(request, response)
    if (refusal) return refuseCustomer(refusal, request, response)
    response.status(404)
    if (request.path.endsWith('/status')) response.json({ kind: 'unknown-link' })
    else sendWithoutOrder(request, response, 'unknown-link')
  }
