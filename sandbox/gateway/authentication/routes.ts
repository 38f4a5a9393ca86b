import { tooLargeScreen } from '../checkout/screens.ts'
import { pathIn, visitOf } from '../checkout/visit.ts'
import type { Sandbox } from '../context.ts'
import { type Reply, seeOther } from '../http/reply.ts'
import type { HttpRequest } from '../http/request.ts'
import type { SandboxRoute } from '../http/router.ts'
import { concludeChallenge, isChallengeResult } from '../payments/challenge/conclude-challenge.ts'
import { challengePage } from './challenge-page.ts'
import {
  abandonedScreen,
  answeredScreen,
  expiredScreen,
  forbiddenScreen,
  supersededScreen,
  unknownChallengeScreen,
} from './challenge-screens.ts'
import { findChallenge } from './find-challenge.ts'
import { nextUrl } from './way-on.ts'

/** Routes of `authentication_url` (4.13). */
export const challengeRoutes = (sandbox: Sandbox): SandboxRoute[] => [
  { method: 'GET', path: '/3ds/:id', handle: (request) => showChallenge(sandbox, request) },
  { method: 'POST', path: '/3ds/:id', handle: (request) => submitAnswer(sandbox, request) },
]

const showChallenge = async (
  sandbox: Sandbox,
  request: HttpRequest,
  { unanswered = false } = {},
): Promise<Reply> => {
  const visit = visitOf(request)
  const challenge = await findChallenge(sandbox, request)
  const view = { visit, merchantName: sandbox.profile.merchant_name }
  switch (challenge.kind) {
    case 'forbidden':
      return forbiddenScreen(visit)
    case 'not-found':
      return unknownChallengeScreen(visit)
    case 'expired':
      return expiredScreen({ ...view, outcome: challenge.outcome })
    case 'answered':
      return answeredScreen({ ...view, outcome: challenge.outcome })
    case 'superseded':
      return supersededScreen({ ...view, outcome: challenge.outcome })
    case 'open':
      return visit.query.has(LEFT) && !unanswered
        ? abandonedScreen({ visit, deadline: challenge.deadline })
        : challengePage({ ...view, ...challenge, unanswered })
  }
}

const LEFT = 'left'

const submitAnswer = async (sandbox: Sandbox, request: HttpRequest): Promise<Reply> => {
  const { body } = request
  const visit = visitOf(request)
  if (body.kind === 'too-large') return tooLargeScreen(visit)
  const challenge = await findChallenge(sandbox, request)
  if (challenge.kind !== 'open') return showChallenge(sandbox, request)
  const result = body.kind === 'form' ? body.fields.outcome : undefined
  if (!isChallengeResult(result)) return showChallenge(sandbox, request, { unanswered: true })

  const transactionId = challenge.outcome.transaction.id
  const outcome = await concludeChallenge(sandbox, { transactionId, result })
  const here = (query: URLSearchParams) => pathIn(visit.language, { ...visit, query })
  switch (outcome.kind) {
    case 'not-found':
    case 'not-open':
      return seeOther(here(visit.query))
    case 'pending':
      return seeOther(
        nextUrl(outcome, visit.language) ??
          here(new URLSearchParams([...visit.query, [LEFT, '1']])),
      )
    default:
      return seeOther(nextUrl(outcome, visit.language) ?? here(visit.query))
  }
}
