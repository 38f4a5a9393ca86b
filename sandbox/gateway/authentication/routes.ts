import type { AttemptOutcome } from '../charges/attempt.ts'
import { tooLargeScreen } from '../checkout/screens.ts'
import type { Sandbox } from '../context.ts'
import { type Reply, seeOther } from '../http/reply.ts'
import { formFieldsOf, type HttpRequest } from '../http/request.ts'
import type { SandboxRoute } from '../http/router.ts'
import { pathIn, readerOf } from '../pages/document.ts'
import { concludeChallenge, isChallengeResult } from '../payments/challenge/conclude-challenge.ts'
import { challengePage } from './challenge-page.ts'
import {
  abandonedScreen,
  type EndScreen,
  endScreen,
  forbiddenScreen,
  nextUrl,
  unknownChallengeScreen,
} from './challenge-screens.ts'
import { findChallenge } from './find-challenge.ts'

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
  const reader = readerOf(request)
  const challenge = await findChallenge(sandbox, request)
  const merchantName = sandbox.profile.merchant_name
  const end = (outcome: AttemptOutcome, name: EndScreen, status = 200) =>
    endScreen(reader, { outcome, name, status, merchantName })
  switch (challenge.kind) {
    case 'forbidden':
      return forbiddenScreen(reader)
    case 'not-found':
      return unknownChallengeScreen(reader)
    case 'expired':
      return end(challenge.outcome, 'challengeOver', 410)
    case 'answered': {
      const isApproved = challenge.outcome.kind === 'approved'
      return end(challenge.outcome, isApproved ? 'authenticated' : 'failed')
    }
    case 'superseded':
      return end(challenge.outcome, 'superseded')
    case 'open':
      return reader.query.has(LEFT) && !unanswered
        ? abandonedScreen(reader, challenge.deadline)
        : challengePage({ reader, merchantName, ...challenge, unanswered })
  }
}

const LEFT = 'left'

const submitAnswer = async (sandbox: Sandbox, request: HttpRequest): Promise<Reply> => {
  const reader = readerOf(request)
  if (request.body.kind === 'too-large') return tooLargeScreen(reader)
  const challenge = await findChallenge(sandbox, request)
  if (challenge.kind !== 'open') return showChallenge(sandbox, request)
  const result = formFieldsOf(request).outcome
  if (!isChallengeResult(result)) return showChallenge(sandbox, request, { unanswered: true })

  const transactionId = challenge.outcome.transaction.id
  const outcome = await concludeChallenge(sandbox, { transactionId, result })
  const here = (query: URLSearchParams) => pathIn(reader.language, { ...reader, query })
  switch (outcome.kind) {
    case 'not-found':
    case 'not-open':
      return seeOther(here(reader.query))
    case 'pending':
      return seeOther(
        nextUrl(outcome, reader.language) ??
          here(new URLSearchParams([...reader.query, [LEFT, '1']])),
      )
    default:
      return seeOther(nextUrl(outcome, reader.language) ?? here(reader.query))
  }
}
