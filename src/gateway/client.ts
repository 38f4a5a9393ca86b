import type { z } from 'zod'
import type { CreatePaymentRequest, ListPaymentsQuery } from '../contract/create-payment.ts'
import {
  type PaymentList,
  type PaymentObject,
  paymentList,
  paymentObject,
} from '../contract/payment.ts'
import { exactJsonNumber } from '../platform/json.ts'
import type { Log } from '../platform/log.ts'
import { type Failure, failureOf, unreachable } from './outcomes.ts'
import { type GatewayAnswer, send } from './transport.ts'

export type CreatePaymentOutcome =
  | { outcome: 'created'; payment: PaymentObject; warnings: unknown[] }
  | Failure

export type GetPaymentOutcome = { outcome: 'found'; payment: PaymentObject } | Failure

export type ListPaymentsOutcome = { outcome: 'page'; page: PaymentList } | Failure

/** The body of `GET /me` is not shown (4.1), so it is handed on as it came. */
export type MeOutcome = { outcome: 'authorized'; merchant: unknown } | Failure

/** The gateway as one merchant's key sees it. */
export interface Gateway {
  /** `POST /payments`, 4.3. The key is for this attempt alone; see `Idempotency-Key`, section 4. */
  createPayment(body: CreatePaymentRequest, idempotencyKey: string): Promise<CreatePaymentOutcome>
  /** `GET /payments/{id}`, 4.4; `id` is the numeric payment id. */
  getPayment(id: number): Promise<GetPaymentOutcome>
  /** One page of `GET /payments`, 4.2, newest first. */
  listPayments(query: ListPaymentsQuery): Promise<ListPaymentsOutcome>
  /** All pages of `GET /payments`, up to `meta.last_page`. Ends with a failure where one comes. */
  eachPage(query: Omit<ListPaymentsQuery, 'page'>): AsyncGenerator<ListPaymentsOutcome>
  /** `GET /me`, 4.1. */
  me(): Promise<MeOutcome>
}

export interface GatewayOptions {
  /** `{base_url}`, ends with the v1 segment. */
  baseUrl: string
  secretKey: string
  timeoutMs: number
  /** `Accept-Language` of the messages that a person may read. */
  language: 'es' | 'en'
  log: Log
}

export const createGateway = (options: GatewayOptions): Gateway => {
  const call = async (
    method: 'GET' | 'POST',
    path: string,
    extra: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<GatewayAnswer> => {
    const startedAt = performance.now()
    const answer = await send({
      method,
      url: `${options.baseUrl}${path}`,
      headers: {
        authorization: `Bearer ${options.secretKey}`,
        'accept-language': options.language,
        ...extra.headers,
      },
      body: extra.body,
      timeoutMs: options.timeoutMs,
    })
    const result = answer.kind === 'answer' ? { status: answer.status } : { error: answer.detail }
    const durationMs = Math.round(performance.now() - startedAt)
    options.log.info({ method, path: path.split('?')[0], ...result, durationMs }, 'gateway call')
    return answer
  }

  const listPayments: Gateway['listPayments'] = async (query) => {
    const answer = await call('GET', `/payments${queryString(query)}`)
    const page = success(answer, paymentList)
    return page.ok ? { outcome: 'page', page: page.value } : page.failure
  }

  return {
    createPayment: async (body, idempotencyKey) => {
      const answer = await call('POST', '/payments', {
        body: { ...body, amount: exactJsonNumber(body.amount) },
        headers: { 'idempotency-key': idempotencyKey },
      })
      const payment = success(answer, paymentObject)
      if (!payment.ok) return payment.failure
      return { outcome: 'created', payment: payment.value, warnings: payment.value.warnings ?? [] }
    },
    getPayment: async (id) => {
      const payment = success(await call('GET', `/payments/${id}`), paymentObject)
      return payment.ok ? { outcome: 'found', payment: payment.value } : payment.failure
    },
    listPayments,
    eachPage: async function* (query) {
      for (let page = 1; ; page++) {
        const outcome = await listPayments({ ...query, page })
        yield outcome
        if (outcome.outcome !== 'page' || page >= outcome.page.meta.last_page) return
      }
    },
    me: async () => {
      const answer = await call('GET', '/me')
      if (answer.kind === 'answer' && isSuccess(answer.status)) {
        return { outcome: 'authorized', merchant: answer.body }
      }
      return failureOf(answer)
    },
  }
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300

type Read<T> = { ok: true; value: T } | { ok: false; failure: Failure }

/** A success whose body is not what the contract says leaves us not knowing what was done. */
const success = <Schema extends z.ZodType>(
  answer: GatewayAnswer,
  schema: Schema,
): Read<z.output<Schema>> => {
  if (answer.kind !== 'answer' || !isSuccess(answer.status)) {
    return { ok: false, failure: failureOf(answer) }
  }
  const parsed = schema.safeParse(answer.body)
  if (parsed.success) return { ok: true, value: parsed.data }
  const where = parsed.error.issues.map((issue) => issue.path.join('.') || 'body').join(', ')
  return { ok: false, failure: unreachable('unknown', `unreadable answer: ${where}`) }
}

const queryString = (query: ListPaymentsQuery): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const parameters = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  )
  return parameters.size > 0 ? `?${parameters}` : ''
}
