import { expect } from 'vitest'
import { controlClient } from '../../sandbox/gateway/control/client.ts'
import { deliver } from './gateway-events.ts'
import {
  type ApiAnswer,
  CARDS,
  cardOf,
  eventually,
  type Json,
  TEST_STORE,
  type World,
} from './world.ts'

export const HOUR_SECONDS = 60 * 60
export const DAY_SECONDS = 24 * HOUR_SECONDS

export const CHALLENGE_CARD = '4000000000003220'

export interface OpenOrder {
  id: string
  payUrl: string
  checkoutUrl: string
  gatewayId: string
}

export interface PaidTwice {
  id: string
  order: Json
  payment: Json
  payments: Json[]
  duplicate: Json
}

export interface Merchant {
  checkout(id: string, order?: Json, more?: Json): Promise<ApiAnswer>
  open(order?: Json, more?: Json): Promise<OpenOrder>
  paid(order?: Json): Promise<OpenOrder & { transactionId: string }>
  paidTwice(order?: Json): Promise<PaidTwice>
  cancel(id: string): Promise<ApiAnswer>
  refundInFull(id: string, body?: Json, key?: string): Promise<ApiAnswer>
  token(card?: string): Promise<string>
  confirm(id: string, token: string): Promise<ApiAnswer>
  savedCard(card?: string): Promise<string>
  read(id: string): Promise<Json>
  readWhen(id: string, fits: (now: Json) => boolean): Promise<Json>
  alertsOf(id: string): Promise<Json[]>
  timeline(id: string): Promise<Json[]>
  /** Oldest first. */
  atGateway(id: string): Promise<Json[]>
  /** Charges at the gateway less refunds. */
  keptAtGateway(id: string): Promise<number>
  /** Notification types, deduped by id. */
  notifications(id: string): string[]
}

let orders = 0
let keys = 0

export const merchantOf = (
  world: World,
  { apiKey, prefix = 'M' }: { apiKey?: string; prefix?: string } = {},
): Merchant => {
  const api = (method: 'GET' | 'POST', path: string, body?: unknown, headers = {}) =>
    world.api(
      method,
      path,
      body,
      apiKey ? { authorization: `Bearer ${apiKey}`, ...headers } : headers,
    )

  const checkout: Merchant['checkout'] = (id, order = {}, more = {}) =>
    api('POST', '/v1/checkouts', {
      order: { id, amount: '100.00', currency: 'HNL', ...order },
      ...more,
    })
  const open: Merchant['open'] = async (order, more) => {
    const id = `${prefix}-${++orders}`
    const { body } = await checkout(id, order, more)
    const { checkout_url, gateway_payment_id } = body.payment
    return { id, payUrl: body.pay_url, checkoutUrl: checkout_url, gatewayId: gateway_payment_id }
  }
  const read = async (id: string): Promise<Json> => (await api('GET', `/v1/orders/${id}`)).body
  const readWhen: Merchant['readWhen'] = (id, fits) =>
    eventually(async () => {
      const now = await read(id)
      return fits(now) && now
    })
  const atGateway = async (id: string): Promise<Json[]> => {
    const { data } = await callGateway(world, 'GET', `/v1/payments?external_reference=${id}`)
    return data.toReversed()
  }

  const token: Merchant['token'] = async (card = CARDS.approved) => {
    const { payment_token } = await world.control('/sandbox/tokens', {
      publishable_key: 'pk_test_sandbox',
      card: cardOf(card),
    })
    return payment_token
  }
  const confirm: Merchant['confirm'] = (id, payment_token) =>
    api('POST', `/v1/orders/${id}/confirm`, { payment_token })

  return {
    checkout,
    open,
    paid: async (order) => {
      const opened = await open(order)
      await world.pay(opened.checkoutUrl)
      const { payment } = await readWhen(opened.id, (now) => now.order.status === 'paid')
      return { ...opened, transactionId: payment.transaction_id }
    },
    paidTwice: async (orderInput) => {
      const { id, checkoutUrl } = await open(orderInput)
      await confirm(id, await token())
      await world.pay(checkoutUrl)
      const { order, payment, payments } = await readWhen(
        id,
        (now) => now.order.conflict === 'paid_twice',
      )
      const duplicate = payments.find(({ id: one }: Json) => one !== order.effective_payment_id)
      return { id, order, payment, payments, duplicate }
    },
    cancel: (id) => api('POST', `/v1/orders/${id}/cancel`),
    refundInFull: (id, body = {}, key = `key-${++keys}`) =>
      api('POST', `/v1/orders/${id}/refunds`, body, { 'idempotency-key': key }),
    token,
    confirm,
    savedCard: (card) => saveCard(world, undefined, card),
    read,
    readWhen,
    alertsOf: async (id) =>
      (await api('GET', '/v1/alerts')).body.data.filter(({ order_id }: Json) => order_id === id),
    timeline: async (id) => (await api('GET', `/v1/orders/${id}/timeline`)).body.data,
    atGateway,
    keptAtGateway: async (id) =>
      (await atGateway(id))
        .filter(({ status }) => ['paid', 'partially_refunded'].includes(status))
        .reduce((sum, { total, refunded_amount }) => sum + total - refunded_amount, 0),
    notifications: (id) => {
      const messages = world.shop.messages.filter(({ order }) => order.id === id)
      return [...new Map(messages.map((message) => [message.id, message.type])).values()]
    },
  }
}

export const saveCard = async (
  world: World,
  secretKey?: string,
  card: string = CARDS.approved,
): Promise<string> => {
  const identity = `0801-1990-${String(++orders).padStart(5, '0')}`
  const created = await callGateway(
    world,
    'POST',
    '/v1/payments',
    {
      amount: 1,
      external_reference: identity,
      name: 'First purchase',
      customer: { identity_number: identity },
    },
    secretKey,
  )
  await world.control('/sandbox/pay', {
    payment_id: created.id,
    card: cardOf(card),
    save_card: true,
  })
  const path = `/v1/payment-methods?customer[identity_number]=${identity}`
  const { data } = await callGateway(world, 'GET', path, undefined, secretKey)
  return data[0].id
}

/** Calls the gateway like another user of the account. */
export const callGateway = async (
  world: World,
  method: 'GET' | 'POST',
  path: string,
  body?: Json,
  secretKey = 'sk_test_sandbox',
): Promise<Json> => {
  const response = await fetch(`${world.sandbox.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return response.json()
}

export const pass = async (world: World, seconds: number): Promise<void> => {
  await world.control('/sandbox/clock', { advance_seconds: seconds })
  const moved = await fetch(`${world.url}/test/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance_seconds: seconds }),
  })
  expect(moved.status).toBe(200)
}

/** Delays the next approval event by 2 s, so the API response wins the race. */
export const delayEvent = (world: World) => {
  const fault = { on: 'payment.approved', fault: 'delay', delay_seconds: 2 }
  return setSandbox(world, 'faults', { next: [fault] })
}

export const setSandbox = async (
  world: World,
  what: 'profile' | 'faults',
  fields: Json,
): Promise<void> => {
  await controlClient(world.sandbox.url).call('PUT', `/sandbox/${what}`, fields)
}

export const send = async (world: World, body: string, store = TEST_STORE): Promise<void> => {
  expect((await deliver(world.url, { body, store })).status).toBe(200)
}
