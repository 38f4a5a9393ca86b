import type { z } from 'zod'
import type { CHALLENGE_RESULTS } from '../payments/challenge/conclude-challenge.ts'
import type { clockInput, payInput } from './inputs.ts'
import type { tokenInput } from './tokens.ts'

interface Answer {
  status: number
  /** `undefined` if it is no JSON. */
  body: unknown
}

export interface ControlOptions {
  /** `SANDBOX_CONTROL_KEY`; not needed on the sandbox's machine. */
  key?: string | undefined
  timeoutMs?: number
  failure?(failed: { path: string; answer?: Answer; error?: unknown }): Error
}

interface PayResult {
  status: 'approved' | 'declined' | 'pending'
  transaction_id: string
  authentication_url?: string
}

export const controlClient = (
  sandboxUrl: string,
  { key, timeoutMs, failure = plainFailure }: ControlOptions = {},
) => {
  const send = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(`${sandboxUrl}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      redirect: 'error',
      signal: timeoutMs === undefined ? null : AbortSignal.timeout(timeoutMs),
      body: body === undefined ? null : JSON.stringify(body),
    }).catch((error) => {
      throw failure({ path, error })
    })
    return { status: response.status, body: await response.json().catch(() => undefined) }
  }
  /** Throws unless 2xx. Nothing checks `Body`, the response's fields. */
  const call = async <Body = unknown>(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: unknown,
  ): Promise<Body> => {
    const answer = await send(method, path, body)
    if (answer.status >= 300) throw failure({ path, answer })
    return answer.body as Body
  }
  return {
    send,
    call,
    pay: (input: z.input<typeof payInput>) => call<PayResult>('POST', '/sandbox/pay', input),
    tokenize: async (input: z.input<typeof tokenInput>) =>
      (await call<{ payment_token: string }>('POST', '/sandbox/tokens', input)).payment_token,
    answerChallenge: (transactionId: string, outcome: (typeof CHALLENGE_RESULTS)[number]) =>
      call('POST', `/sandbox/challenges/${transactionId}`, { outcome }),
    moveClock: (input: z.input<typeof clockInput>) => call('POST', '/sandbox/clock', input),
    settle: () => call('POST', '/sandbox/settle'),
  }
}

/** Any future expiry and any CVC work. */
export const typedCard = (number: string) => ({
  number,
  exp_month: 12,
  exp_year: 2039,
  cvc: '123',
})

const plainFailure: NonNullable<ControlOptions['failure']> = ({ path, answer, error }) =>
  answer
    ? new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    : new Error(`${path}: ${String(error)}`, { cause: error })
