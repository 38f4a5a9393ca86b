import type { Sender } from './send.ts'

/** Each is a probability from 0 to 1. */
export interface WebhookFaults {
  /** Loses the event for good. */
  drop: number
  duplicate: number
  /** Holds an event back until a later one is delivered, for a minute at most. */
  reorder: number
  delay: number
  /** Seconds of the gateway's clock. */
  delay_seconds: number
  /** Changes the body after signing. */
  tamper: number
  wrong_secret: number
  /** Loses one attempt, not the event. */
  fail_attempt: number
}

/** Each is a probability from 0 to 1, unless a unit stands in its name. */
export interface ApiFaults {
  /** Milliseconds, fixed or drawn from a range. */
  latency_ms: number | [from: number, to: number]
  error_500: number
  error_503: number
  rate_429: number
  /** `Retry-After` of a 429, seconds. */
  retry_after: number
  /** Does the work and cuts the connection. */
  lost_answer: number
  /** Does the work and answers 500. */
  error_after: number
  /** Requests such as `"POST /v1/payments"`; `null`: the whole API. */
  only: string | string[] | null
}

export interface PlannedFault {
  /** Requests such as `"POST /v1/payments"`, or types of events such as `"payment.approved"`. */
  on: string | string[]
  fault:
    | Exclude<keyof WebhookFaults, 'delay_seconds'>
    | Exclude<keyof ApiFaults, 'latency_ms' | 'retry_after' | 'only'>
    | 'latency'
  /** Default: 1. */
  times?: number
  latency_ms?: number | [from: number, to: number]
  retry_after?: number
  delay_seconds?: number
}

export interface FaultOptions {
  /** The same seed and requests give the same faults; setting it restarts the counts. */
  seed?: number | string
  webhooks?: Partial<WebhookFaults>
  api?: Partial<ApiFaults>
  /** Planned one by one; replaces earlier plans. */
  next?: PlannedFault[]
  /** The processor rejects every refund. */
  refund_rejected_by_processor?: boolean
}

export interface Faults {
  get(): Promise<Required<FaultOptions>>
  /** Merges with the faults that are set. */
  set(options: FaultOptions): Promise<void>
  /** Ends all faults. */
  clear(): Promise<void>
}

export const NO_FAULTS: FaultOptions = {
  webhooks: {
    drop: 0,
    duplicate: 0,
    reorder: 0,
    delay: 0,
    delay_seconds: 30,
    tamper: 0,
    wrong_secret: 0,
    fail_attempt: 0,
  },
  api: {
    latency_ms: 0,
    error_500: 0,
    error_503: 0,
    rate_429: 0,
    retry_after: 1,
    lost_answer: 0,
    error_after: 0,
    only: null,
  },
  next: [],
  refund_rejected_by_processor: false,
}

const PATH = '/sandbox/faults'

export const faultsOf = ({ send }: Sender): Faults => ({
  get: () => send('GET', PATH),
  set: async (options) => {
    await send('PUT', PATH, options)
  },
  clear: async () => {
    await send('PUT', PATH, NO_FAULTS)
  },
})
