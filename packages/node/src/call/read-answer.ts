import type { OPERATIONS, ProblemDocument } from '../generated/merchant-api.ts'
import { retryAfterMsOf } from './backoff.ts'
import { type Failure, isApiErrorCode } from './errors.ts'

export type AnswerFormat = (typeof OPERATIONS)[keyof typeof OPERATIONS]['answer']

interface Context {
  /** Address of Puente, for messages. */
  baseUrl: string
  environment: string
  format: AnswerFormat
}

/** Returns the value of a 2xx answer, or the failure that the answer means. */
export const readAnswer = async (
  response: Response,
  context: Context,
): Promise<{ ok: true; value: unknown } | { ok: false; failure: Failure }> => {
  const type = (response.headers.get('content-type') ?? '').toLowerCase()
  if (response.ok && context.format === 'bytes' && type.startsWith('application/pdf')) {
    return { ok: true, value: new Uint8Array(await response.arrayBuffer()) }
  }
  const text = await response.text()
  if (response.ok && context.format === 'text' && type.startsWith('text/csv')) {
    return { ok: true, value: text }
  }
  const json = /^application\/(?:[\w.+-]*\+)?json/.test(type) ? jsonOf(text) : undefined
  if (response.ok && context.format === 'json' && isObject(json)) return { ok: true, value: json }
  if (!response.ok && isProblem(json)) {
    return { ok: false, failure: failureOfProblem(response, json, context) }
  }
  return { ok: false, failure: unexpected(response, { text, type, context }) }
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isProblem = (value: unknown): value is ProblemDocument =>
  isObject(value) &&
  typeof value.code === 'string' &&
  typeof value.retry === 'string' &&
  typeof value.title === 'string' &&
  (value.errors === undefined || Array.isArray(value.errors))

const failureOfProblem = (
  response: Response,
  problem: ProblemDocument,
  context: Context,
): Failure => {
  const code: string = problem.code
  const isKnown = isApiErrorCode(code)
  const requestId = problem.request_id ?? response.headers.get('x-request-id') ?? undefined
  const fields = (problem.errors ?? []).map(({ path, message }) =>
    path ? `${path}: ${message}` : message,
  )
  const said = [problem.title, problem.detail, ...fields, adviceOf(code, context)]
  const sentences = said.flatMap((text) => (text ? [text.replace(/\.$/, '')] : []))
  const named = [isKnown ? code : `${code}, which this version of @puente/node does not know`]
  if (requestId) named.push(`request ${requestId}`)
  return {
    code: isKnown ? code : 'unknown_code',
    message: `${[...new Set(sentences)].join('. ')} (${named.join(', ')}).`,
    retry: problem.retry,
    status: response.status,
    problem,
    requestId,
    retryAfterMs: retryAfterMsOf(response.headers.get('retry-after'), Date.now()),
  }
}

const adviceOf = (code: string, { environment, baseUrl }: Context): string | undefined =>
  code === 'wrong_api_key'
    ? `The client sent a ${environment} key to ${baseUrl}; compare it with the keys of the store ("puente stores keys")`
    : undefined

const KEPT_CHARACTERS = 300

/** Gateway and proxy statuses that usually pass. */
const PASSING = new Set([408, 429, 500, 502, 503, 504])

const unexpected = (
  response: Response,
  { text, type, context: { baseUrl } }: { text: string; type: string; context: Context },
): Failure => {
  const { status, headers } = response
  const target = headers.get('location')
  const answer = text.slice(0, KEPT_CHARACTERS)
  const what =
    status >= 300 && status < 400
      ? `redirects${target ? ` to ${target}` : ''}. The client follows no redirect with an API key: set "baseUrl" to the final address`
      : `is not an answer of Puente's API (${type || 'no content type'}). Check that "baseUrl" is the address of Puente, and what is in front of it`
  return {
    code: 'unexpected_answer',
    message: `HTTP ${status} of ${baseUrl} ${what}.`,
    retry: PASSING.has(status) ? 'retry' : 'ask-a-person',
    status,
    answer,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterMs: retryAfterMsOf(headers.get('retry-after'), Date.now()),
  }
}
