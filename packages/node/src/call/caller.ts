import { OPERATIONS, type Operations } from '../generated/merchant-api.ts'
import { VERSION } from '../version.ts'
import { backoffMs } from './backoff.ts'
import { type Failure, PuenteError } from './errors.ts'
import { readAnswer } from './read-answer.ts'
import { atLeast, type Settings } from './settings.ts'

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call, its pauses and its retries. */
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
  maxRetries?: number | undefined
  /**
   * Key of a call that changes something: 1 to 191 visible characters. The client makes one for each
   * call and keeps it over the retries. Give your own to repeat a call after a restart.
   */
  idempotencyKey?: string | undefined
  /** Language of sentences about money. */
  language?: 'es' | 'en' | undefined
}

type OperationName = keyof Operations

type Given<
  Name extends OperationName,
  Part extends 'path' | 'body',
> = Operations[Name][Part] extends undefined
  ? { [part in Part]?: undefined }
  : { [part in Part]: Operations[Name][Part] }

/** Path, query and body of a call. */
type CallInput<Name extends OperationName> = Given<Name, 'path'> &
  Given<Name, 'body'> & { query?: Operations[Name]['query'] | undefined }

export type Call = <Name extends OperationName>(
  name: Name,
  input: CallInput<Name>,
  options?: CallOptions,
) => Promise<Operations[Name]['answer']>

/** Retryable errors that need another step first; the message names it. */
const NOT_BY_ITSELF: ReadonlySet<string> = new Set([
  'token_refused',
  'rotated_too_often',
  'refund_under_way',
  'reconciliation_running',
])

const MAY_BE_DONE =
  ' Puente may have carried out the call: repeat it under the idempotencyKey of this error.'

/** A refusal can be the effect of an earlier try, such as a replay that has already run. */
const EARLIER_TRY =
  ' An earlier try of this call got no answer, and Puente may have carried it out.'

/** Calls the merchant API, and retries transient errors. */
export const createCall =
  (settings: Settings): Call =>
  async (name, input, options = {}) => {
    const request = requestOf(settings, { name, input, options })
    const maxRetries = atLeast('maxRetries', options.maxRetries ?? settings.maxRetries, 0)
    let isUnanswered = false
    for (let tries = 1; ; tries++) {
      const outcome = await tryOnce(settings, { name, request, options })
      if (outcome.ok) return outcome.value as Operations[typeof name]['answer']
      const { failure } = outcome
      const error = errorOf(failure, { request, tries, isUnanswered })
      const waitMs = tries > maxRetries ? undefined : pauseMs(failure, { tries, settings })
      if (waitMs === undefined) throw error
      isUnanswered ||= isWithoutAnswer(failure)
      settings.onRetry({ call: name, tries, waitMs, error })
      await settings.wait(waitMs, options.signal)
      if (options.signal?.aborted) {
        throw errorOf(abortedBy(options.signal), { request, tries, isUnanswered })
      }
    }
  }

/** A proxy's refusal never reached Puente. */
const isWithoutAnswer = ({ problem, status }: Failure): boolean =>
  !problem && (status === undefined || status < 300 || status >= 500)

const errorOf = (
  failure: Failure,
  {
    request: { idempotencyKey },
    tries,
    isUnanswered,
  }: { request: PreparedRequest; tries: number; isUnanswered: boolean },
): PuenteError => {
  const isSent = failure.code !== 'aborted' || failure.isSent !== false
  const isOpen = failure.code === 'idempotency_key_in_use' || isWithoutAnswer(failure)
  const mayBeDone = idempotencyKey !== undefined && (isUnanswered || (isSent && isOpen))
  const advice = mayBeDone ? (failure.problem ? EARLIER_TRY : MAY_BE_DONE) : ''
  return new PuenteError(
    { ...failure, message: `${failure.message}${advice}` },
    { tries: isSent ? tries : tries - 1, idempotencyKey, mayBeDone },
  )
}

interface PreparedRequest {
  url: string
  method: string
  headers: Record<string, string>
  body: string | undefined
  /** `undefined`: the call changes nothing. */
  idempotencyKey: string | undefined
}

const requestOf = (
  settings: Settings,
  {
    name,
    input,
    options,
  }: {
    name: OperationName
    input: { path?: unknown; query?: unknown; body?: unknown }
    options: CallOptions
  },
): PreparedRequest => {
  const { method, path } = OPERATIONS[name]
  const language = options.language ?? settings.language
  const headers: Record<string, string> = {
    accept: 'application/json',
    authorization: `Bearer ${settings.apiKey}`,
    'user-agent': `puente-node/${VERSION}`,
    ...(language ? { 'accept-language': language } : {}),
  }
  const idempotencyKey = method === 'GET' ? undefined : idempotencyKeyOf(options)
  if (idempotencyKey !== undefined) {
    headers['idempotency-key'] = idempotencyKey
    headers['content-type'] = 'application/json'
  }
  const search = searchOf(input.query as Query | undefined)
  return {
    url: `${settings.baseUrl}${pathOf(path, { name, given: input.path })}${search}`,
    method,
    headers,
    body: input.body === undefined ? undefined : JSON.stringify(input.body),
    idempotencyKey,
  }
}

const pathOf = (template: string, { name, given }: { name: string; given: unknown }): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, part: string) => {
    const id = Object(given)[part]
    // `URL` resolves "." and ".." to another path, and an empty id to a list.
    if (typeof id !== 'string' || /^\s*\.{0,2}\s*$/.test(id)) {
      throw new TypeError(
        `${name} needs an id, and got ${id === '' ? 'an empty text' : String(id)}.`,
      )
    }
    return encodeURIComponent(id)
  })

type Query = Record<string, string | number | boolean | undefined>

const searchOf = (query: Query = {}): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value))
  }
  return search.size > 0 ? `?${search}` : ''
}

const idempotencyKeyOf = ({ idempotencyKey }: CallOptions): string => {
  if (idempotencyKey === undefined) return globalThis.crypto.randomUUID()
  if (/^[\x21-\x7e]{1,191}$/.test(idempotencyKey)) return idempotencyKey
  throw new TypeError('"idempotencyKey" has 1 to 191 visible ASCII characters, without blanks.')
}

type Outcome = { ok: true; value: unknown } | { ok: false; failure: Failure }

const tryOnce = async (
  settings: Settings,
  {
    name,
    request,
    options,
  }: { name: OperationName; request: PreparedRequest; options: CallOptions },
): Promise<Outcome> => {
  const { signal } = options
  if (signal?.aborted) return { ok: false, failure: abortedBy(signal, { isSent: false }) }
  const timeoutMs = atLeast('timeoutMs', options.timeoutMs ?? settings.timeoutMs, 1)
  const ending = new AbortController()
  const abort = (): void => ending.abort(signal?.reason)
  signal?.addEventListener('abort', abort)
  let isTimedOut = false
  const timer = setTimeout(() => {
    isTimedOut = true
    ending.abort()
  }, timeoutMs)
  try {
    const { url, method, headers, body } = request
    const response = await settings.fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      // Next caches GET requests otherwise.
      cache: 'no-store',
      signal: ending.signal,
    })
    return await readAnswer(response, { ...settings, format: OPERATIONS[name].answer })
  } catch (cause) {
    if (signal?.aborted) return { ok: false, failure: abortedBy(signal) }
    return { ok: false, failure: isTimedOut ? timedOut(settings, timeoutMs) : lost(settings, cause) }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

const abortedBy = (
  signal: AbortSignal,
  { isSent = true }: { isSent?: boolean } = {},
): Failure => ({
  code: 'aborted',
  message: 'The caller aborted the call.',
  retry: 'permanent',
  cause: signal.reason,
  isSent,
})

const timedOut = ({ baseUrl }: Settings, timeoutMs: number): Failure => ({
  code: 'timed_out',
  message: `Puente at ${baseUrl} did not answer within ${timeoutMs} ms.`,
  retry: 'retry',
})

const lost = ({ baseUrl }: Settings, cause: unknown): Failure => ({
  code: 'connection_failed',
  message: `No answer of Puente at ${baseUrl}: ${reasonOf(cause)}. Check that it runs there, and that this machine may connect to it.`,
  retry: 'retry',
  cause,
})

/** Joins an error with its causes. Duck-typed: under jest, errors of `fetch` come from another realm. */
export const reasonOf = (error: unknown): string => {
  if (typeof error !== 'object' || error === null) return String(error)
  const { message, cause, errors } = error as {
    message?: unknown
    cause?: unknown
    errors?: unknown
  }
  if (Array.isArray(errors) && errors.length > 0) return errors.map(reasonOf).join(', ')
  if (typeof message !== 'string') return String(error)
  return cause ? `${message}: ${reasonOf(cause)}` : message
}

/** Milliseconds before the next try; `undefined`: the call fails now. */
const pauseMs = (
  { code, retry, retryAfterMs = 0 }: Failure,
  { tries, settings }: { tries: number; settings: Settings },
): number | undefined => {
  if (retry !== 'retry' || NOT_BY_ITSELF.has(code)) return undefined
  if (retryAfterMs > settings.maxRetryAfterMs) return undefined
  return Math.max(retryAfterMs, backoffMs(tries))
}
