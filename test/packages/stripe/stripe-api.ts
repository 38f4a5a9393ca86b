import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type StubAnswer, type StubRequest, startGatewayStub } from '../../support/gateway-stub.ts'

export const WEBHOOK_SECRET = 'whsec_of_the_test'

type IntentStatus = 'requires_payment_method' | 'succeeded' | 'canceled'

interface Intent {
  id: string
  amount: number
  refunded: number
  status: IntentStatus
  currency: string
  metadata: Record<string, string>
}

export interface StripeApi {
  url: string
  /**
   * Charges an intent and sends its event, several times at once if asked. Returns whether Stripe took
   * the payment.
   */
  pay(id: string, times?: number): Promise<boolean>
  /** Charges an intent; its event waits for `deliver`. */
  payUnheard(id: string): boolean
  /** Charge less refunds of an intent. */
  keptOf(id: string): number
  /** Intents whose metadata have a value. */
  intentsOf(name: string, value: string): Intent[]
  /** Sends the event once, and returns the status of the answer; 0 without one. */
  send(id: string, secret?: string): Promise<number>
  /** Repeats events that were not acknowledged until each is. */
  deliver(): Promise<void>
  loseRefundAnswers(count: number): void
  /** Refunds in the dashboard; Stripe sends `charge.refunded`. */
  refund(id: string, amount: number): Promise<void>
  close(): Promise<void>
}

const metadataIn = (form: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const [, key] = /^metadata\[(\w+)\]$/.exec(name) ?? []
      return key === undefined ? [] : [[key, value]]
    }),
  )

const chargeOf = ({ id, amount, refunded, currency, metadata }: Intent): object => ({
  id: `ch_${id}`,
  object: 'charge',
  payment_intent: id,
  amount,
  amount_refunded: refunded,
  currency,
  metadata,
})

const shown = ({ refunded: _, ...intent }: Intent): object => ({
  ...intent,
  object: 'payment_intent',
  client_secret: `${intent.id}_secret`,
  amount_received: intent.status === 'succeeded' ? intent.amount : 0,
})

/** What an event is about. */
const EVENTS = {
  'payment_intent.succeeded': shown,
  'charge.refunded': chargeOf,
} as const
type EventType = keyof typeof EVENTS

/**
 * Stands in for the part of Stripe's API that the engines' own plugins call: payment intents and
 * refunds with idempotency keys, and signed events that are repeated until they are acknowledged.
 */
export const startStripeApi = async (webhookUrl: () => string): Promise<StripeApi> => {
  const stub = await startGatewayStub()
  const intents = new Map<string, Intent>()
  const answers = new Map<string, { body: string; answer: StubAnswer }>()
  const unacknowledged: string[] = []
  let answersToLose = 0

  const intentOf = (id: string): Intent => {
    const intent = intents.get(id)
    if (intent === undefined) throw new Error(`There is no intent ${id}`)
    return intent
  }

  const create = (form: URLSearchParams): StubAnswer => {
    const intent: Intent = {
      id: `pi_${intents.size + 1}`,
      amount: Number(form.get('amount')),
      refunded: 0,
      status: 'requires_payment_method',
      currency: form.get('currency') ?? '',
      metadata: metadataIn(form),
    }
    intents.set(intent.id, intent)
    return { status: 200, body: shown(intent) }
  }

  /** Stripe changes and cancels no intent that is paid. */
  const change = (id: string, act: (intent: Intent) => void): StubAnswer => {
    const intent = intentOf(id)
    if (intent.status === 'succeeded') {
      const error = { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' }
      return { status: 400, body: { error: { ...error, payment_intent: shown(intent) } } }
    }
    act(intent)
    return { status: 200, body: shown(intent) }
  }

  /** Stripe refunds no more than is left. */
  const refund = (form: URLSearchParams): StubAnswer => {
    const intent = intentOf(form.get('payment_intent') ?? '')
    const amount = Number(form.get('amount'))
    if (intent.refunded + amount > intent.amount) {
      const error = { type: 'invalid_request_error', code: 'charge_already_refunded' }
      return { status: 400, body: { error } }
    }
    intent.refunded += amount
    const id = `re_${intent.id}_${intent.refunded}`
    return { status: 200, body: { id, object: 'refund', status: 'succeeded' } }
  }

  const answerTo = ({ method, path, body }: StubRequest): StubAnswer => {
    const form = new URLSearchParams(body)
    const [, id = '', act] = /^\/v1\/payment_intents\/(\w+)(?:\/(\w+))?/.exec(path) ?? []
    if (path === '/v1/payment_intents') return create(form)
    if (path === '/v1/refunds') return refund(form)
    if (id === '') return { status: 404, body: { error: {} } }
    if (method === 'GET') return { status: 200, body: shown(intentOf(id)) }
    return change(id, (intent) => {
      if (act === 'cancel') intent.status = 'canceled'
      else intent.amount = Number(form.get('amount') ?? intent.amount)
    })
  }

  /** Stripe refuses another request under a key that it knows. */
  const answerOnce = (request: StubRequest): StubAnswer => {
    const key = String(request.headers['idempotency-key'] ?? '')
    const known = answers.get(key)
    if (known === undefined) {
      const answer = answerTo(request)
      if (key !== '') answers.set(key, { body: request.body, answer })
      return answer
    }
    if (known.body === request.body) return known.answer
    return { status: 400, body: { error: { type: 'idempotency_error' } } }
  }

  stub.answer((request): StubAnswer => {
    const answer = answerOnce(request)
    return request.path === '/v1/refunds' && answersToLose-- > 0 ? 'reset' : answer
  })

  const send = async (
    id: string,
    secret = WEBHOOK_SECRET,
    type: EventType = 'payment_intent.succeeded',
  ): Promise<number> => {
    const object = EVENTS[type](intentOf(id))
    const event = { id: `evt_${type}_${id}`, object: 'event', type, data: { object } }
    const payload = JSON.stringify(event)
    const seconds = Math.floor(Date.now() / 1000)
    const signature = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')
    const headers = {
      'content-type': 'application/json',
      'stripe-signature': `t=${seconds},v1=${signature}`,
    }
    const post = { method: 'POST', headers, body: payload }
    const answer = await fetch(webhookUrl(), post).catch(() => undefined)
    return answer?.status ?? 0
  }

  const isAcknowledged = (status: number): boolean => status >= 200 && status < 300

  const charge = (id: string): boolean => {
    const intent = intentOf(id)
    const isPayable = intent.status === 'requires_payment_method'
    if (isPayable) intent.status = 'succeeded'
    return isPayable
  }

  return {
    url: stub.url,
    payUnheard: (id) => {
      const isCharged = charge(id)
      if (isCharged) unacknowledged.push(id)
      return isCharged
    },
    pay: async (id, times = 1) => {
      if (!charge(id)) return false
      const statuses = await Promise.all(Array.from({ length: times }, () => send(id)))
      for (const status of statuses) if (!isAcknowledged(status)) unacknowledged.push(id)
      return true
    },
    keptOf: (id) => {
      const { status, amount, refunded } = intentOf(id)
      return status === 'succeeded' ? amount - refunded : 0
    },
    intentsOf: (name, value) =>
      [...intents.values()].filter(({ metadata }) => metadata[name] === value),
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
