import { afterEach, describe, expect, it } from 'vitest'
import { hondurasDayOf, startOfHondurasDay } from '../../src/contract/honduras-time.ts'
import { dayAfter } from '../../src/payments/reconciliation/window.ts'
import type { GatewayFault } from '../support/gateway-proxy.ts'
import { useWorldBehindProxy } from '../support/use-world.ts'
import { eventually, type Json } from '../support/world.ts'

const { world, proxy } = useWorldBehindProxy()
afterEach(() => proxy.always(undefined))

const DAY_SECONDS = 24 * 60 * 60
let orders = 0
let keys = 0

const read = async (id: string) => (await world.api('GET', `/v1/orders/${id}`)).body

const paidOrder = async (amount = '100.00'): Promise<{ id: string; transactionId: string }> => {
  const id = `R-${++orders}`
  const { body } = await world.api('POST', '/v1/checkouts', {
    order: { id, amount, currency: 'HNL' },
  })
  await world.pay(body.payment.checkout_url)
  const { payment } = await eventually(async () => {
    const order = await read(id)
    return order.order.status === 'paid' ? order : undefined
  })
  return { id, transactionId: payment.transaction_id }
}

const refundInFull = (id: string, body: Json = {}, key = `key-${++keys}`) =>
  world.api('POST', `/v1/orders/${id}/refunds`, body, { 'idempotency-key': key })

const pass = async (seconds: number) => {
  await world.control('/sandbox/clock', { advance_seconds: seconds })
  await fetch(`${world.url}/test/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance_seconds: seconds }),
  })
}

const atGateway = async (transactionId: string, what: 'void' | 'refund', body: Json = {}) => {
  const response = await fetch(`${world.sandbox.url}/v1/payments/${transactionId}/${what}`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
}

const paymentAtGateway = async (id: string) => {
  const response = await fetch(`${world.sandbox.url}/v1/payments?external_reference=${id}`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  })
  return ((await response.json()) as { data: Json[] }).data[0]
}

const waitingTask = async (externalId: string): Promise<Json> => {
  const { rows } = await world.puente.ctx.db.pool.query(
    `SELECT tasks.id FROM tasks JOIN orders ON orders.id = tasks.order_id
     CROSS JOIN test_clock
     WHERE orders.external_id = $1 AND kind = 'carry-out-refund' AND state = 'ready'
       AND run_at > now() + offset_ms * interval '1 millisecond'`,
    [externalId],
  )
  return rows[0]
}

const told = (id: string, type: string) =>
  world.shop.messages.filter((message) => message.order.id === id && message.type === type)

it('a refund whose payment_id is impossible is refused as an invalid field', async () => {
  const { id } = await paidOrder()
  for (const payment_id of ['pay\0', '\ud800', 'p'.repeat(10_000)]) {
    const { status, body } = await refundInFull(id, { payment_id })
    expect({ status, errors: body.errors }).toMatchObject({
      status: 422,
      errors: [{ path: 'payment_id' }],
    })
  }
})

describe('refunds by the store', () => {
  it('a full refund on the same day voids the charge, and nothing counts as refunded', async () => {
    const { id } = await paidOrder()
    const answer = await refundInFull(id, { reason: 'changed my mind' })
    expect(answer).toMatchObject({
      status: 201,
      body: { refund: { kind: 'void', state: 'succeeded', amount: '100.00', origin: 'store' } },
    })
    expect(await read(id)).toMatchObject({
      order: { status: 'voided' },
      payment: { state: 'voided', refunded_amount: '0.00' },
    })
    expect((await paymentAtGateway(id)).status).toBe('voided')
    const message = await world.shop.waitFor(
      ({ order, type }) => order.id === id && type === 'order.voided',
    )
    expect(message.refunds).toMatchObject([{ kind: 'void', amount: '100.00', origin: 'store' }])
  })

  it('a full refund after the settlement is made as a refund, once its void is refused', async () => {
    const { id } = await paidOrder()
    await pass(DAY_SECONDS)
    expect(await refundInFull(id)).toMatchObject({
      status: 201,
      body: { refund: { kind: 'refund', state: 'succeeded', amount: '100.00' } },
    })
    expect((await read(id)).order.status).toBe('refunded')
    expect(await paymentAtGateway(id)).toMatchObject({ status: 'refunded', refunded_amount: 100 })
  })

  it.each([
    ['27.50', '28'],
    ['27.40', '27.00'],
  ])(
    'a store without decimals that refunds an order of %s as %s refunds all of it, once',
    async (amount, shown) => {
      const { id } = await paidOrder(amount)
      const ask = () => refundInFull(id, { amount: shown, shown_decimals: 0 }, `rounded-${amount}`)
      expect(await ask()).toMatchObject({
        status: 201,
        body: { refund: { kind: 'void', state: 'succeeded', amount } },
      })
      const again = await ask()
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
      expect((await read(id)).order.status).toBe('voided')
    },
  )

  it('a store without decimals refunds the rounded rest of an order exactly, and no other amount', async () => {
    const { id } = await paidOrder('27.50')
    await pass(DAY_SECONDS)
    const ask = (amount: string) => refundInFull(id, { amount, shown_decimals: 0 })
    expect((await ask('10')).body.refund).toMatchObject({ amount: '10.00' })
    expect((await refundInFull(id, { amount: '0.25' })).status).toBe(201)
    expect(await ask('19')).toMatchObject({ status: 422, body: { code: 'refund_above_rest' } })
    expect(await refundInFull(id, { amount: '18' })).toMatchObject({ status: 422 })
    // The store shows 28 − 10.25.
    expect((await ask('18')).body.refund).toMatchObject({ amount: '17.25', state: 'succeeded' })
    expect((await read(id)).order.status).toBe('refunded')
  })

  it('partial refunds go up to the last centavo and not beyond', async () => {
    const { id } = await paidOrder()
    await pass(DAY_SECONDS)
    expect((await refundInFull(id, { amount: '33.33' })).status).toBe(201)
    expect((await refundInFull(id, { amount: '66.66' })).status).toBe(201)
    expect(await refundInFull(id, { amount: '0.02' })).toMatchObject({
      status: 422,
      body: { code: 'refund_above_rest', detail: expect.stringMatching(/L\s0\.01/) },
    })
    expect((await refundInFull(id)).body.refund).toMatchObject({
      amount: '0.01',
      state: 'succeeded',
    })
    expect(await refundInFull(id)).toMatchObject({
      status: 409,
      body: { code: 'refund_nothing_left' },
    })
    expect((await read(id)).refunds.map(({ amount }: Json) => amount)).toEqual([
      '33.33',
      '66.66',
      '0.01',
    ])
    await eventually(async () => told(id, 'order.refunded').length === 1)
    expect(told(id, 'order.partially_refunded')).toHaveLength(2)
  })

  it('a partial refund on the day of the charge waits for its settlement window, and is then made automatically', async () => {
    const { id } = await paidOrder()
    const early = await refundInFull(id, { amount: '40.00' })
    expect(early).toMatchObject({
      status: 202,
      body: { refund: { state: 'waiting', refusal: { code: 'not_refundable_yet' } } },
    })
    expect(early.body.refund.refusal.words[0]).toMatch(/reembols/)
    expect((await paymentAtGateway(id)).refunded_amount).toBe(0)
    await pass(DAY_SECONDS + 3600)
    const done = await eventually(async () => {
      const [refund] = (await read(id)).refunds
      return refund.state === 'succeeded' ? refund : undefined
    })
    expect(done).toMatchObject({ amount: '40.00', kind: 'refund', refusal: null })
    expect((await paymentAtGateway(id)).refunded_amount).toBe(40)
  })

  it('a waiting partial refund is made within a minute of an early settlement or of midnight', async () => {
    const isDone = (id: string) =>
      eventually(async () => (await read(id)).refunds[0].state === 'succeeded')
    const soon = await paidOrder()
    expect((await refundInFull(soon.id, { amount: '40.00' })).body.refund.state).toBe('waiting')
    await world.control('/sandbox/settle', {})
    await pass(61)
    await isDone(soon.id)

    const later = await paidOrder()
    expect((await refundInFull(later.id, { amount: '40.00' })).body.refund.state).toBe('waiting')
    const { now } = await world.control('/sandbox/clock')
    const midnight = startOfHondurasDay(dayAfter(hondurasDayOf(new Date(now)), 1))
    await pass((Number(midnight) - Date.parse(now)) / 1000 - 30)
    await eventually(async () => (await waitingTask(later.id)) !== undefined)
    expect((await read(later.id)).refunds[0].state).toBe('waiting')
    await pass(90)
    await isDone(later.id)
  })

  it('the same idempotency key refunds once, and another body under it is refused', async () => {
    const { id } = await paidOrder()
    await pass(DAY_SECONDS)
    const first = await refundInFull(id, { amount: '10.00' }, 'twice')
    const second = await refundInFull(id, { amount: '10.00' }, 'twice')
    expect([second.status, second.body]).toEqual([201, first.body])
    expect((await refundInFull(id, { amount: '11.00' }, 'twice')).body.code).toBe(
      'idempotency_key_reused',
    )
    expect((await paymentAtGateway(id)).refunded_amount).toBe(10)
  })

  it('one of ten concurrent refunds is made, and the others are refused as in flight or too much', async () => {
    const { id } = await paidOrder()
    await pass(DAY_SECONDS)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => refundInFull(id, { amount: '60.00' })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409 || status === 422)).toHaveLength(9)
    expect((await paymentAtGateway(id)).refunded_amount).toBe(60)
  })

  it.each([
    ['an unpaid order', {}, 409, 'refund_not_paid'],
    ['nothing', { amount: '0' }, 422, 'invalid_fields'],
    ['less than nothing', { amount: '-5.00' }, 422, 'invalid_fields'],
    ['a third of a centavo', { amount: '0.333' }, 422, 'invalid_fields'],
  ])('the refund of %s is refused', async (_, body, status, code) => {
    const id = `R-${++orders}`
    await world.api('POST', '/v1/checkouts', { order: { id, amount: '5.00', currency: 'HNL' } })
    expect(await refundInFull(id, body)).toMatchObject({ status, body: { code } })
  })

  it('a refund without an idempotency key is refused', async () => {
    expect((await refundInFull('R-1', {}, ' ')).body.code).toBe('idempotency_key_required')
  })

  it('a refund of an unknown order answers 404', async () => {
    expect((await refundInFull('nobody')).status).toBe(404)
  })
})

describe('a refund that the gateway does not answer', () => {
  it.each<[string, GatewayFault]>([
    ['the connection is cut after the work', { kind: 'lost' }],
    ['it answers 500 after the work', { kind: 'error-after', status: 500 }],
    ['the connection is cut before the work', { kind: 'cut' }],
    ['it is down', { kind: 'answer', status: 503 }],
  ])('the money is refunded once when %s', async (_, conflict) => {
    const { id, transactionId } = await paidOrder()
    await pass(DAY_SECONDS)
    proxy.next(`POST /v1/payments/${transactionId}/refund`, conflict)
    await refundInFull(id, { amount: '25.00' })
    for (let minute = 0; minute < 4; minute++) await pass(90)
    await eventually(async () => {
      // A refund without a response is sent again after an hour at the earliest.
      await pass(5 * 60)
      const [refund] = (await read(id)).refunds
      return refund.state === 'succeeded'
    })
    expect((await paymentAtGateway(id)).refunded_amount).toBe(25)
    expect((await read(id)).refunds).toHaveLength(1)
  })

  it('the timeline says once that the gateway did not take a refund, however often it repeats', async () => {
    const { id, transactionId } = await paidOrder()
    await pass(DAY_SECONDS)
    const later: GatewayFault = { kind: 'answer', status: 429 }
    proxy.next(`POST /v1/payments/${transactionId}/refund`, later, later)
    await refundInFull(id, { amount: '25.00' })
    await eventually(async () => {
      await pass(60)
      return (await read(id)).refunds[0].state === 'succeeded'
    })
    const sent = `POST /v1/payments/${transactionId}/refund`
    expect(proxy.seen.filter((each) => each === sent)).toHaveLength(3)
    const { data } = (await world.api('GET', `/v1/orders/${id}/timeline`)).body
    expect(data.filter(({ kind }: Json) => kind === 'refund_not_sent')).toHaveLength(1)
    expect(data.filter(({ kind }: Json) => kind === 'refund_unknown')).toEqual([])
  })
})

describe('refunds in the gateway’s portal', () => {
  it('a void in the portal appears in the order, and the store is notified once', async () => {
    const { id, transactionId } = await paidOrder()
    await atGateway(transactionId, 'void')
    await eventually(async () => (await read(id)).order.status === 'voided')
    expect((await read(id)).refunds).toMatchObject([
      { origin: 'portal', kind: 'void', amount: '100.00', state: 'succeeded' },
    ])
    expect(await refundInFull(id)).toMatchObject({ status: 409, body: { code: 'refund_voided' } })
    await eventually(async () => told(id, 'order.voided').length === 1)
  })

  it('partial refunds in the portal appear one by one, beside those of the store', async () => {
    const { id, transactionId } = await paidOrder()
    await pass(DAY_SECONDS)
    await atGateway(transactionId, 'refund', { amount: 20 })
    await eventually(async () => (await read(id)).refunds.length === 1)
    await refundInFull(id, { amount: '30.00' })
    await atGateway(transactionId, 'refund', { amount: 50 })
    await eventually(async () => (await read(id)).order.status === 'refunded')
    expect((await read(id)).refunds.map(({ origin, amount }: Json) => [origin, amount])).toEqual([
      ['portal', '20.00'],
      ['store', '30.00'],
      ['portal', '50.00'],
    ])
  })
})
