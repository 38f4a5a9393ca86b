import type { CreatePaymentRequest, ListPaymentsQuery } from '../contract/create-payment.ts'
import {
  lastPageOf,
  type PaymentList,
  type PaymentObject,
  paymentList,
  paymentObject,
} from '../contract/payment.ts'
import { exactJsonNumber } from '../runtime/text/json.ts'
import {
  createCaller,
  type GatewayCaller,
  type GatewayOptions,
  isSuccess,
  success,
} from './caller.ts'
import { confirmations } from './confirm.ts'
import { type Failure, failureOf, failureOfWork } from './outcomes.ts'
import { receipts } from './receipts.ts'
import { refunds } from './refunds.ts'
import { type BeginRetry, sendOrRetry } from './retry-without.ts'
import { savedCards } from './saved-cards.ts'

export type CreatePaymentOutcome =
  | { outcome: 'created'; payment: PaymentObject; warnings: unknown[] }
  | Failure

export type GetPaymentOutcome = { outcome: 'found'; payment: PaymentObject } | Failure

export type ListPaymentsOutcome = { outcome: 'page'; page: PaymentList } | Failure

/** The body is undocumented (4.1), so it stays unparsed. */
export type MeOutcome = { outcome: 'authorized'; merchant: unknown } | Failure

export type Gateway = ReturnType<typeof createGateway>

export const createGateway = (options: GatewayOptions) => {
  const call = createCaller(options)
  return {
    ...payments(call),
    ...refunds(call),
    ...savedCards(call),
    ...confirmations(call),
    ...receipts(call),
  }
}

const payments = (call: GatewayCaller) => {
  const listPayments = async (query: ListPaymentsQuery): Promise<ListPaymentsOutcome> => {
    const answer = await call({ method: 'GET', path: `/payments${queryString(query)}` })
    const page = success(answer, paymentList)
    return page.ok ? { outcome: 'page', page: page.value } : page.failure
  }

  return {
    /** Calls `POST /payments` (4.3). The idempotency key belongs to this attempt only (4). */
    createPayment: async (
      body: CreatePaymentRequest,
      idempotencyKey: string,
      begin?: BeginRetry,
    ): Promise<CreatePaymentOutcome> => {
      const send = (sent: CreatePaymentRequest, key: string | undefined) => {
        const request = { method: 'POST', path: '/payments', body: withExactNumbers(sent) } as const
        return call({ ...request, idempotencyKey: key })
      }
      const answer = await sendOrRetry({ body, idempotencyKey }, { send, begin })
      const payment = success(answer, paymentObject, failureOfWork)
      if (!payment.ok) return payment.failure
      return { outcome: 'created', payment: payment.value, warnings: payment.value.warnings ?? [] }
    },
    getPayment: async (id: number): Promise<GetPaymentOutcome> => {
      const payment = success(await call({ method: 'GET', path: `/payments/${id}` }), paymentObject)
      return payment.ok ? { outcome: 'found', payment: payment.value } : payment.failure
    },
    listPayments,
    /**
     * Yields all pages, up to `meta.last_page` or as many as `meta.total` needs. Ends with the
     * failure, if any.
     */
    eachPage: async function* (
      query: Omit<ListPaymentsQuery, 'page'>,
    ): AsyncGenerator<ListPaymentsOutcome> {
      for (let page = 1; ; page++) {
        const outcome = await listPayments({ ...query, page })
        yield outcome
        if (outcome.outcome !== 'page') return
        const { meta, data, unreadable } = outcome.page
        const isEmpty = data.length + unreadable.length === 0
        if (page >= (isEmpty ? meta.last_page : lastPageOf(meta))) return
      }
    },
    me: async (): Promise<MeOutcome> => {
      const answer = await call({ method: 'GET', path: '/me' })
      return answer.kind === 'answer' && isSuccess(answer.status)
        ? { outcome: 'authorized', merchant: answer.body }
        : failureOf(answer)
    },
  }
}

const withExactNumbers = (body: CreatePaymentRequest) => ({
  ...body,
  amount: exactJsonNumber(body.amount),
  ...(body.sales_tax_value ? { sales_tax_value: exactJsonNumber(body.sales_tax_value) } : {}),
  ...(body.tip_preset_percentages
    ? { tip_preset_percentages: body.tip_preset_percentages.map(exactJsonNumber) }
    : {}),
})

const queryString = (query: ListPaymentsQuery): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const parameters = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  )
  return parameters.size > 0 ? `?${parameters}` : ''
}
