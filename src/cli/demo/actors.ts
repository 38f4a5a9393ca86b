import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import {
  checkoutResponse,
  orderTimeline,
  orderWithPayment,
} from '../../http/merchant-api/schemas.ts'
import { serve } from '../../platform/http-server.ts'
import { StepFailed } from './steps.ts'

/** The shop's side of the merchant API, over HTTP. */
export interface MerchantApi {
  checkout(order: Record<string, unknown>, options?: Record<string, unknown>): Promise<Checkout>
  order(id: string): Promise<z.output<typeof orderWithPayment>>
  timeline(id: string): Promise<z.output<typeof orderTimeline>['data']>
}

export type Checkout = z.output<typeof checkoutResponse>

export const merchantApi = (puenteUrl: string, apiKey: string): MerchantApi => {
  const call = <Schema extends z.ZodType>(path: string, schema: Schema, body?: unknown) =>
    fetchJson(`${puenteUrl}/v1${path}`, {
      schema,
      body,
      headers: { authorization: `Bearer ${apiKey}` },
    })
  return {
    checkout: (order, options = {}) => call('/checkouts', checkoutResponse, { order, ...options }),
    order: (id) => call(`/orders/${id}`, orderWithPayment),
    timeline: async (id) => (await call(`/orders/${id}/timeline`, orderTimeline)).data,
  }
}

const payment = z.looseObject({ id: z.number(), status: z.string() })
const payResult = z.looseObject({ status: z.string(), transaction_id: z.string().nullish() })

/** The gateway: its API, and the control routes that play customer and time. */
export interface Gateway {
  payment(id: string): Promise<z.output<typeof payment>>
  pay(checkoutUrl: string, cardNumber: string): Promise<z.output<typeof payResult>>
  advanceClock(seconds: number): Promise<void>
}

export const sandboxGateway = (sandboxUrl: string, secretKey: string): Gateway => ({
  payment: (id) =>
    fetchJson(`${sandboxUrl}/v1/payments/${id}`, {
      schema: payment,
      headers: { authorization: `Bearer ${secretKey}` },
    }),
  pay: (checkout_url, number) =>
    fetchJson(`${sandboxUrl}/sandbox/pay`, {
      schema: payResult,
      body: { checkout_url, card: { number, exp_month: 12, exp_year: 2039, cvc: '123' } },
    }),
  advanceClock: async (advance_seconds) => {
    const body = { advance_seconds }
    await fetchJson(`${sandboxUrl}/sandbox/clock`, { schema: z.unknown(), body })
  },
})

const message = z.object({
  type: z.string(),
  data: z.object({ order: z.object({ id: z.string() }) }),
})

export interface ToldMessage {
  type: string
  orderId: string
}

/** The shop's end of the line: believes a message only when its signature is right. */
export interface ToldShop {
  url: string
  told: ToldMessage[]
  close(): Promise<void>
}

export const toldShop = async (notifySecret: string): Promise<ToldShop> => {
  const verifier = new Webhook(notifySecret)
  const told: ToldMessage[] = []
  const server = await serve(
    async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      try {
        const headers = request.headers as Record<string, string>
        const verified = verifier.verify(Buffer.concat(chunks).toString(), headers)
        const { type, data } = message.parse(verified)
        told.push({ type, orderId: data.order.id })
        response.writeHead(204).end()
      } catch {
        response.writeHead(400).end()
      }
    },
    { host: '127.0.0.1', port: 0 },
  )
  return { url: `http://127.0.0.1:${server.port}/`, told, close: () => server.close() }
}

const fetchJson = async <Schema extends z.ZodType>(
  url: string,
  {
    schema,
    body,
    headers = {},
  }: {
    schema: Schema
    body?: unknown
    headers?: Record<string, string>
  },
): Promise<z.output<Schema>> => {
  const response = await fetch(url, {
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new StepFailed(`${url} answered ${response.status}: ${text}`)
  return schema.parse(JSON.parse(text))
}
