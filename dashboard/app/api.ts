import type { Middleware } from 'openapi-fetch'
import createQueryClient from 'openapi-react-query'
import { createOperatorClient } from '../../packages/operator-client/client.ts'
import { currentLanguage } from './language.ts'
import { serverClock } from './server-clock.ts'
import { leaveEndedSession, sessionContinues } from './session/end-of-session.ts'
import { freshSignIn } from './session/fresh-sign-in.ts'
import { readerTimeZone } from './time-zone.ts'

export type { Schemas } from '../../packages/operator-client/client.ts'

/** Problem document of Puente's APIs (RFC 9457). */
export interface ApiProblem {
  status: number
  code: string
  retry?: 'retry' | 'permanent' | 'ask-a-person'
  title: string
  detail?: string
  errors?: readonly { path: string; message: string }[]
}

/** Joins detail and field errors. */
export const detailOf = ({ detail, errors = [] }: ApiProblem): string | undefined => {
  const fields = errors.map(({ path, message }) => (path ? `${path}: ${message}.` : `${message}.`))
  return [...(detail ? [detail] : []), ...fields].join(' ') || undefined
}

const atEndOfSession: Middleware = {
  onResponse: ({ response }) => {
    if (response.status === 401) leaveEndedSession()
    else if (response.ok) sessionContinues()
  },
}

/** A mutation may wait for the gateway. */
const PATIENCE_MS = 30_000
const PATIENCE_OF_ACTS_MS = 90_000

const timeouts: Middleware = {
  onRequest: ({ request }) => {
    const ended = new AbortController()
    const patienceMs = request.method === 'GET' ? PATIENCE_MS : PATIENCE_OF_ACTS_MS
    setTimeout(() => ended.abort(new DOMException('No answer', 'TimeoutError')), patienceMs)
    return new Request(request, { signal: AbortSignal.any([request.signal, ended.signal]) })
  },
}

const isProblem = (response: Response): boolean =>
  response.headers.get('content-type')?.includes('problem+json') ?? false

/** Turns a proxy's errors, empty or HTML, into problems. */
const proxyFailures: Middleware = {
  onResponse: ({ request, response }) => {
    if (response.ok || isProblem(response)) return
    const { texts } = currentLanguage()
    return Response.json(
      {
        status: response.status,
        code: 'no_answer',
        title: texts.noAnswer,
        ...(request.method === 'GET' ? {} : { detail: texts.mayBeDone }),
      },
      { status: response.status, headers: { 'content-type': 'application/problem+json' } },
    )
  },
}

const forReader: Middleware = {
  onRequest: ({ request }) => {
    request.headers.set('accept-language', document.documentElement.lang)
    request.headers.set('time-zone', readerTimeZone())
    return request
  },
}

/** Puente translates problems about money; the other ones arrive in English. */
const problemsInLanguageOfPage: Middleware = {
  onResponse: async ({ response }) => {
    const { language, texts } = currentLanguage()
    const isTranslated = response.headers.get('content-language') === language
    if (!isProblem(response) || language === 'en' || isTranslated) return
    const problem: ApiProblem = await response.clone().json()
    const problems: Readonly<Record<string, { title: string; detail?: string }>> = texts.problems
    const words = problems[problem.code]
    if (!words) return
    const { detail: _, ...rest } = problem
    return Response.json({ ...rest, ...words }, { status: response.status })
  },
}

export const api = createOperatorClient({ baseUrl: window.location.origin })
// Responses pass the middleware in reverse order.
api.use(
  atEndOfSession,
  timeouts,
  serverClock,
  forReader,
  problemsInLanguageOfPage,
  proxyFailures,
  freshSignIn,
)

export const use = createQueryClient(api)

export const problemOf = (error: unknown): ApiProblem | undefined => {
  const problem = error as Partial<ApiProblem> | null | undefined
  return problem?.status !== undefined && problem.title !== undefined
    ? (error as ApiProblem)
    : undefined
}
