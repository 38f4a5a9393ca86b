import { ERROR_CODES, type ProblemDocument } from '../generated/merchant-api.ts'

/** A code that Puente answers. */
export type ApiErrorCode = (typeof ERROR_CODES)[number]

/**
 * A failure without an answer of Puente's API. `unknown_code`: an error that this version of the
 * package does not know. `unexpected_answer`: something else answered, such as a proxy.
 */
export type LocalErrorCode =
  | 'unknown_code'
  | 'unexpected_answer'
  | 'connection_failed'
  | 'timed_out'
  | 'aborted'

export type PuenteErrorCode = ApiErrorCode | LocalErrorCode

/** Whether the same request may succeed later, or needs a person. */
export type RetryAdvice = ProblemDocument['retry']

/** A failed try. */
export interface Failure<Code extends PuenteErrorCode = PuenteErrorCode> {
  code: Code
  message: string
  retry: RetryAdvice
  status?: number | undefined
  problem?: ProblemDocument | UnknownProblem | undefined
  requestId?: string | undefined
  /** Beginning of an answer that is not Puente's. */
  answer?: string | undefined
  retryAfterMs?: number | undefined
  cause?: unknown
  /** `false`: aborted before a request was sent. */
  isSent?: boolean | undefined
}

/** Circumstances of the call that failed. */
export interface FailedCall {
  /** Number of requests sent. */
  tries: number
  /** Key of a call that changes something. */
  idempotencyKey: string | undefined
  mayBeDone: boolean
}

const BRAND = Symbol.for('@puente/node/error')

/** A failed call. Branch on `code`; never on `message`. */
export class PuenteError<Code extends PuenteErrorCode = PuenteErrorCode> extends Error {
  override readonly name = 'PuenteError'
  readonly code: Code
  readonly retry: RetryAdvice
  /** HTTP status; `undefined` without an answer. */
  readonly status: number | undefined
  /** The problem document (RFC 9457) of an error that Puente answered. */
  readonly problem: ProblemDocument | UnknownProblem | undefined
  /** Name of the request in Puente's log. */
  readonly requestId: string | undefined
  readonly answer: string | undefined
  /** Milliseconds to wait at least before the same request, as the answer asks. */
  readonly retryAfterMs: number | undefined
  /** Number of requests that the call sent. */
  readonly tries: number
  /** Key of a call that changes something. Repeat the call under it: Puente carries it out once. */
  readonly idempotencyKey: string | undefined
  /** Whether Puente may have carried out a change of which no answer arrived. */
  readonly mayBeDone: boolean

  constructor(failure: Failure<Code>, { tries, idempotencyKey, mayBeDone }: FailedCall) {
    super(failure.message, failure.cause === undefined ? undefined : { cause: failure.cause })
    this.code = failure.code
    this.retry = failure.retry
    this.status = failure.status
    this.problem = failure.problem
    this.requestId = failure.requestId
    this.answer = failure.answer
    this.retryAfterMs = failure.retryAfterMs
    this.tries = tries
    this.idempotencyKey = idempotencyKey
    this.mayBeDone = mayBeDone
    Object.defineProperty(this, BRAND, { value: true })
  }
}

/** Members that an error of this code always has. */
interface ProblemMembers {
  card_declined: { decline_code: string; customer_message: string }
  invalid_fields: { errors: { path: string; message: string }[] }
  invalid_json: { errors: { path: string; message: string }[] }
}

type ProblemOf<Code extends ApiErrorCode> = ProblemDocument & {
  code: Code
} & (Code extends keyof ProblemMembers ? ProblemMembers[Code] : unknown)

/** A problem document whose code this version does not know. */
export type UnknownProblem = Omit<ProblemDocument, 'code'> & { code: string }

type Failed<Code extends PuenteErrorCode, More> = PuenteError<Code> & More

/** An error that Puente answered, by its `code`. */
export type ApiFailure = {
  [Code in ApiErrorCode]: Failed<Code, { status: number; problem: ProblemOf<Code> }>
}[ApiErrorCode]

/** Every failure of a call, as a union by `code`. */
export type PuenteFailure =
  | ApiFailure
  | Failed<'unknown_code', { status: number; problem: UnknownProblem }>
  | Failed<'unexpected_answer', { status: number; answer: string }>
  | Failed<'connection_failed' | 'timed_out' | 'aborted', { status: undefined }>

/** Recognises an error of a call, also of another copy of this package. */
export const isPuenteError = (error: unknown): error is PuenteFailure =>
  typeof error === 'object' && error !== null && Object.hasOwn(error, BRAND)

export type Result<Value> = { ok: true; value: Value } | { ok: false; error: PuenteFailure }

/** Turns a call into a value: its answer, or its error by `code`. Other errors still throw. */
export const resultOf = async <Value>(call: Promise<Value>): Promise<Result<Value>> => {
  try {
    return { ok: true, value: await call }
  } catch (error) {
    if (isPuenteError(error)) return { ok: false, error }
    throw error
  }
}

const CODES: ReadonlySet<string> = new Set(ERROR_CODES)

export const isApiErrorCode = (code: string): code is ApiErrorCode => CODES.has(code)
