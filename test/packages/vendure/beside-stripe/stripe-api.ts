import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type StubAnswer,
  type StubRequest,
  startGatewayStub,
} from '../../../support/gateway-stub.ts'

export const WEBHOOK_SECRET = 'whsec_of_the_test'

interface Intent {
  id: string
  amount: number
  refunded: number
  isPaid: boolean
  currency: string
  metadata: Record<string, string>
}

export interface StripeApi {
  url: string
  /** Charges an intent and sends its event, several times at once if asked. */
  pay(id: string, times?: number): Promise<void>
  intentsOf(orderCode: string): Intent[]
  /** Sends the event once, and returns the status of the answer. */
  send(id: string, secret?: string): Promise<number>
  /** Repeats events that were not acknowledged until each is. */
  deliver(): Promise<void>
  loseRefundAnswers(count: number): void
  /** Refunds in the dashboard; Stripe sends `charge.refunded`. */
  refund(id: string, amount: number): Promise<void>
  close(): Promise<void>
}

/**
 * Stands in for the part of Stripe's API that the plugin calls: payment intents and refunds with
 * idempotency keys, and signed events that are repeated until they are acknowledged.
 */
export const startStripeApi = async (webhookUrl: () => string): Promise<StripeApi> => {
  const stub = await startGatewayStub()
  const intents = new Map<string, Intent>()
  const answers = new Map<string, object>()
  const unacknowledged: string[] = []
  let answersToLose = 0

  const createIntent = (form: URLSearchParams): object => {
    const id = `pi_${intents.size + 1}`
    const metadata = Object.fromEntries(
      [...form].flatMap(([name, value]) => {
        const [, key] = /^metadata\[(\w+)\]$/.exec(name) ?? []
        return key === undefined ? [] : [[key, value]]
      }),
    )
    const amount = Number(form.get('amount'))
    const currency = form.get('currency') ?? ''
    intents.set(id, { id, amount, refunded: 0, isPaid: false, currency, metadata })
    return { id, object: 'payment_intent', client_secret: `${id}_secret` }
  }

  const refund = (form: URLSearchParams): object => {
    const intent = intentOf(form.get('payment_intent') ?? '')
    intent.refunded += Number(form.get('amount'))
    return { id: `re_${intent.id}_${intent.refunded}`, object: 'refund', status: 'succeeded' }
  }

  const intentOf = (id: string): Intent => {
    const intent = intents.get(id)
    if (intent === undefined) throw new Error(`There is no intent ${id}`)
    return intent
  }

  const once = (request: StubRequest, act: (form: URLSearchParams) => object): object => {
    const key = String(request.headers['idempotency-key'] ?? '')
    const before = answers.get(key)
    if (before !== undefined) return before
    const answer = act(new URLSearchParams(request.body))
    if (key !== '') answers.set(key, answer)
    return answer
  }

  stub.answer((request): StubAnswer => {
    if (request.path === '/v1/payment_intents')
      return { status: 200, body: once(request, createIntent) }
    if (request.path !== '/v1/refunds') return { status: 404, body: { error: {} } }
    const body = once(request, refund)
    return answersToLose-- > 0 ? 'reset' : { status: 200, body }
  })

  const send = async (
    id: string,
    secret = WEBHOOK_SECRET,
    type = 'payment_intent.succeeded',
  ): Promise<number> => {
    const { amount, currency, metadata } = intentOf(id)
    const object = {
      id,
      object: 'payment_intent',
      amount,
      amount_received: amount,
      currency,
      metadata,
    }
    const payload = JSON.stringify({
      id: `evt_${id}`,
      object: 'event',
      type,
      data: { object },
    })
    const seconds = Math.floor(Date.now() / 1000)
    const signature = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')
    const headers = {
      'content-type': 'application/json',
      'stripe-signature': `t=${seconds},v1=${signature}`,
    }
    const answer = await fetch(webhookUrl(), { method: 'POST', headers, body: payload }).catch(
      () => undefined,
    )
    return answer?.status ?? 0
  }

  const isAcknowledged = (status: number): boolean => status >= 200 && status < 300

  return {
    url: stub.url,
    pay: async (id, times = 1) => {
      intentOf(id).isPaid = true
      const statuses = await Promise.all(Array.from({ length: times }, () => send(id)))
      for (const status of statuses) if (!isAcknowledged(status)) unacknowledged.push(id)
    },
    intentsOf: (orderCode) =>
      [...intents.values()].filter(({ metadata }) => metadata.orderCode === orderCode),
    send,
    deliver: async () => {
      for (let id = unacknowledged.shift(); id !== undefined; id = unacknowledged.shift()) {
        if (isAcknowledged(await send(id))) continue
        unacknowledged.push(id)
        await sleep(200)
      }
    },
    loseRefundAnswers: (count) => {
      answersToLose = count
    },
    refund: async (id, amount) => {
      intentOf(id).refunded += amount
      await send(id, WEBHOOK_SECRET, 'charge.refunded')
    },
    close: stub.close,
  }
}
