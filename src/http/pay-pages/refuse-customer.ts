import type { Request, Response } from 'express'
import { type Problem, sendProblem } from '../../runtime/http/problem.ts'
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
