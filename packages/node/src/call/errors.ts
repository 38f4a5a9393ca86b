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

interface ErrorFields<Code> {
  code: Code
  message: string
  retry: RetryAdvice
  status?: number | undefined
  problem?: ProblemDocument | undefined
  requestId?: string | undefined
  /** Beginning of an answer that is not Puente's. */
  answer?: string | undefined
  retryAfterMs?: number | undefined
  cause?: unknown
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
  readonly problem: ProblemDocument | undefined
  /** Name of the request in Puente's log. */
  readonly requestId: string | undefined
  readonly answer: string | undefined
  /** Milliseconds to wait at least before the same request, as the answer asks. */
  readonly retryAfterMs: number | undefined
  /** Number of requests that the call made. */
  tries = 1

  constructor(fields: ErrorFields<Code>) {
    super(fields.message, fields.cause === undefined ? undefined : { cause: fields.cause })
    this.code = fields.code
    this.retry = fields.retry
    this.status = fields.status
    this.problem = fields.problem
    this.requestId = fields.requestId
    this.answer = fields.answer
    this.retryAfterMs = fields.retryAfterMs
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

type Failed<Code extends PuenteErrorCode, More> = PuenteError<Code> & More

/** An error that Puente answered, by its `code`. */
export type ApiFailure = {
  [Code in ApiErrorCode]: Failed<Code, { status: number; problem: ProblemOf<Code> }>
}[ApiErrorCode]

/** Every failure of a call, as a union by `code`. */
export type PuenteFailure =
  | ApiFailure
  | Failed<'unknown_code', { status: number; problem: ProblemDocument }>
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
