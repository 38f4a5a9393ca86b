import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventOf, paymentAtGateway } from '../support/gateway-events.ts'
import {
  DAY_SECONDS,
  HOUR_SECONDS,
  merchantOf,
  pass,
  send,
  setSandbox,
} from '../support/merchant.ts'
import { settled } from '../support/settled.ts'
import { useWorldBehindProxy } from '../support/use-world.ts'
import { connectTestStore, eventually, type Json } from '../support/world.ts'

const { world, proxy } = useWorldBehindProxy()
const merchant = merchantOf(world, { prefix: 'B' })
beforeAll(async () => {
  await connectTestStore(world.puente, {
    notifyUrl: world.shop.url,
    apiKey: world.apiKey,
    policy: { reconcile: { nightly: false } },
  })
})
afterEach(() => settled(world))

const inPortal = (what: 'void' | 'refund', transactionId: string, body: Json = {}) =>
  world.control(`/sandbox/portal/${what}`, { transaction_id: transactionId, ...body })

const settledOrder = async () => {
  const order = await merchant.paid()
  await pass(world, DAY_SECONDS)
  return order
}

const refundsOf = async (id: string): Promise<string[]> =>
  (await merchant.read(id)).refunds.map(
    ({ origin, kind, amount, state }: Json) => `${origin} ${kind} ${amount} ${state}`,
  )

const delayed = (event: string, seconds: number) =>
  setSandbox(world, 'faults', { next: [{ on: event, fault: 'delay', delay_seconds: seconds }] })

describe('the answer and the event of one refund', () => {
  const ways = [
    {
      what: 'a void',
      body: {},
      age: 0,
      event: 'payment.voided',
      told: 'order.voided',
      done: 'store void 100.00 succeeded',
      route: 'void',
    },
    {
      what: 'a refund',
      body: {},
      age: DAY_SECONDS,
      event: 'payment.refunded',
      told: 'order.refunded',
      done: 'store refund 100.00 succeeded',
      route: 'refund',
    },
    {
      what: 'a part',
      body: { amount: '12.34' },
      age: DAY_SECONDS,
      event: 'payment.partially_refunded',
      told: 'order.partially_refunded',
      done: 'store refund 12.34 succeeded',
      route: 'refund',
    },
  ]

  it.each(ways)(
    '$what whose event arrives before the answer counts once, and the store is notified once',
    async (way) => {
      const { id, transactionId } = await merchant.paid()
      if (way.age > 0) await pass(world, way.age)
      proxy.next(`POST /v1/payments/${transactionId}/${way.route}`, { kind: 'slow', ms: 600 })
      const waiting = merchant.refundInFull(id, way.body)
      await eventually(async () => merchant.notifications(id).includes(way.told))
      expect(await refundsOf(id)).toEqual([way.done])
      expect(await waiting).toMatchObject({ status: 201, body: { refund: { state: 'succeeded' } } })
      await settled(world)
      expect(await refundsOf(id)).toEqual([way.done])
      expect(merchant.notifications(id)).toEqual(['order.paid', way.told])
    },
  )

  it.each(ways)(
    '$what whose event arrives an hour later counts once, and the store is notified once',
    async (way) => {
      const { id, gatewayId } = await merchant.paid()
      if (way.age > 0) await pass(world, way.age)
      await delayed(way.event, HOUR_SECONDS)
      expect((await merchant.refundInFull(id, way.body)).status).toBe(201)
      await settled(world)
      expect(merchant.notifications(id)).toEqual(['order.paid', way.told])
      await pass(world, HOUR_SECONDS + 60)
      await eventually(() => deliveredTo(gatewayId, way.event))
      await settled(world)
      expect(await refundsOf(id)).toEqual([way.done])
      expect(merchant.notifications(id)).toEqual(['order.paid', way.told])
    },
  )

  const deliveredTo = async (gatewayId: string, type: string): Promise<boolean> => {
    const { query } = world.puente.ctx.db
    const events = await query
      .selectFrom('events')
      .select('body')
      .where('state', '=', 'handled')
      .execute()
    return events
      .map(({ body }): Json => JSON.parse(body.toString()))
      .some((event) => event.type === type && event.data.id === Number(gatewayId))
  }

  it.each(['refund', 'empty'])('an answer without the payment (%s) is enough', async (shape) => {
    const { id } = await settledOrder()
    await setSandbox(world, 'profile', { refund_response: shape })
    const answer = await merchant.refundInFull(id, { amount: '5.00' })
    await setSandbox(world, 'profile', { refund_response: 'payment' })
    expect(answer).toMatchObject({ status: 201, body: { refund: { state: 'succeeded' } } })
  })
})

describe('refunds from both sides', () => {
  it('a partial refund by the store and the rest in the portal add up in any order of events', async () => {
    const { id, transactionId } = await settledOrder()
    await delayed('payment.partially_refunded', HOUR_SECONDS)
    await inPortal('refund', transactionId, { amount: '20.00' })
    const answer = await merchant.refundInFull(id, { amount: '90.00' })
    expect(answer).toMatchObject({ status: 422, body: { code: 'refund_given_back_already' } })
    expect((await merchant.refundInFull(id)).body.refund).toMatchObject({ amount: '80.00' })
    await pass(world, HOUR_SECONDS + 60)
    await settled(world)
    expect(await refundsOf(id)).toEqual([
      'store refund 90.00 failed',
      'portal refund 20.00 succeeded',
      'store refund 80.00 succeeded',
    ])
    expect((await merchant.read(id)).order.status).toBe('refunded')
    expect(await merchant.keptAtGateway(id)).toBe(0)
  })

  it('a void in the portal ends a partial refund that waits for its settlement window', async () => {
    const { id, transactionId } = await merchant.paid()
    expect((await merchant.refundInFull(id, { amount: '40.00' })).body.refund.state).toBe('waiting')
    await inPortal('void', transactionId)
    await merchant.readWhen(id, ({ order }) => order.status === 'voided')
    expect(await refundsOf(id)).toEqual([
      'store refund 40.00 failed',
      'portal void 100.00 succeeded',
    ])
    await pass(world, DAY_SECONDS + HOUR_SECONDS)
    await settled(world)
    expect(await merchant.atGateway(id)).toMatchObject([{ status: 'voided' }])
    expect(merchant.notifications(id)).toEqual(['order.paid', 'order.voided'])
  })

  it('the rest of a partially refunded charge is refunded, never voided', async () => {
    const { id } = await settledOrder()
    await merchant.refundInFull(id, { amount: '0.01' })
    expect((await merchant.refundInFull(id)).body.refund).toMatchObject({
      kind: 'refund',
      amount: '99.99',
      state: 'succeeded',
    })
    expect(await merchant.atGateway(id)).toMatchObject([{ status: 'refunded' }])
  })

  it('a portal refund whose events all arrive twice counts once, and the store is notified once', async () => {
    const { id, transactionId } = await settledOrder()
    await setSandbox(world, 'faults', { webhooks: { duplicate: 1 } })
    const steps = [
      ['10.00', '10.00'],
      ['20.00', '30.00'],
      ['70.00', '100.00'],
    ]
    for (const [amount, sum] of steps) {
      await inPortal('refund', transactionId, { amount })
      await merchant.readWhen(id, ({ payment }) => payment.refunded_amount === sum)
      await settled(world)
    }
    await setSandbox(world, 'faults', { webhooks: { duplicate: 0 } })
    expect(await refundsOf(id)).toEqual([
      'portal refund 10.00 succeeded',
      'portal refund 20.00 succeeded',
      'portal refund 70.00 succeeded',
    ])
    expect(merchant.notifications(id)).toEqual([
      'order.paid',
      'order.partially_refunded',
      'order.partially_refunded',
      'order.refunded',
    ])
  })

  it('three refunds whose events arrive in reverse order add up', async () => {
    const { id, gatewayId, transactionId } = await settledOrder()
    const steps = [10, 30, 60]
    const paid = await paymentAtGateway(world, gatewayId)
    for (const refundedSoFar of steps.toReversed()) {
      await send(
        world,
        eventOf(paid, { refundedSoFar }, { transaction_id: transactionId, paid_at: paid.paid_at }),
      )
      await settled(world)
    }
    const now = await merchant.read(id)
    expect(now).toMatchObject({
      order: { status: 'partially_refunded' },
      payment: { refunded_amount: '60.00' },
    })
    expect(now.refunds.reduce((sum: number, { amount }: Json) => sum + Number(amount), 0)).toBe(60)
    expect(merchant.notifications(id)).toEqual(['order.paid', 'order.partially_refunded'])
  })
})

describe('a refund event that arrives before its approval', () => {
  it('the store is notified that the order is paid and partially refunded when the refund’s event arrives first', async () => {
    const { id, gatewayId } = await merchant.open()
    const payment = await paymentAtGateway(world, gatewayId)
    await send(world, eventOf(payment, { refundedSoFar: 25 }))
    await eventually(async () => merchant.notifications(id).length === 2)
    await send(world, eventOf(payment, 'approved'))
    await settled(world)
    expect((await merchant.read(id)).order.status).toBe('partially_refunded')
    expect(await refundsOf(id)).toEqual(['portal refund 25.00 succeeded'])
    expect(merchant.notifications(id).toSorted()).toEqual([
      'order.paid',
      'order.partially_refunded',
    ])
  })

  it.each(['voided', 'refunded'] as const)(
    'an order fully %s before its approval arrives is never sold, and the late approval changes nothing',
    async (step) => {
      const { id, gatewayId } = await merchant.open()
      const payment = await paymentAtGateway(world, gatewayId)
      await send(world, eventOf(payment, step))
      await merchant.readWhen(id, ({ order }) => order.status === step)
      await send(world, eventOf(payment, 'approved'))
      await settled(world)
      expect((await merchant.read(id)).order.status).toBe(step)
      expect(merchant.notifications(id)).toEqual([`order.${step}`])
    },
  )
})

describe('a refund that cannot be made', () => {
  it('the refusal names the refundable rest without a gateway request', async () => {
    const voided = await merchant.paid()
    await merchant.refundInFull(voided.id)
    const parted = await settledOrder()
    await merchant.refundInFull(parted.id, { amount: '99.00' })
    const empty = await settledOrder()
    await merchant.refundInFull(empty.id)
    const unpaid = await merchant.open()
    const before = proxy.seen.length
    const refusals = [
      [unpaid, {}, 409, 'refund_not_paid', 'is awaiting payment; L\u00a00.00'],
      [voided, {}, 409, 'refund_voided', 'voided; L\u00a00.00'],
      [voided, { amount: '1.00' }, 409, 'refund_voided', 'voided; L\u00a00.00'],
      [parted, { amount: '1.01' }, 422, 'refund_above_rest', 'is partially refunded; L\u00a01.00'],
      [empty, { amount: '0.01' }, 409, 'refund_nothing_left', 'refunded; L\u00a00.00'],
    ] as const
    for (const [{ id }, body, status, code, detail] of refusals) {
      expect(await merchant.refundInFull(id, body)).toMatchObject({
        status,
        body: { code, detail: expect.stringContaining(detail) },
      })
    }
    expect(proxy.seen.slice(before)).toEqual([])
  })

  it('a processor’s refusal is an alert with its message, and the refund succeeds once the processor agrees', async () => {
    const { id } = await settledOrder()
    await setSandbox(world, 'faults', { refund_rejected_by_processor: true })
    const refused = await merchant.refundInFull(id, { amount: '30.00' })
    const { words } = refused.body.refund.refusal
    expect([refused.status, words.length]).toEqual([202, 1])
    expect(await merchant.alertsOf(id)).toMatchObject([
      { kind: 'refund_not_accepted_yet', details: { words, amount: '30.00', currency: 'HNL' } },
    ])
    expect(await merchant.keptAtGateway(id)).toBe(100)

    await setSandbox(world, 'faults', { refund_rejected_by_processor: false })
    await pass(world, HOUR_SECONDS + 60)
    await merchant.readWhen(id, ({ order }) => order.status === 'partially_refunded')
    expect(await merchant.alertsOf(id)).toEqual([])
    expect(await merchant.keptAtGateway(id)).toBe(70)
    await eventually(async () => merchant.notifications(id).length === 2)
    expect(merchant.notifications(id)).toEqual(['order.paid', 'order.partially_refunded'])
  })

  it('a refund that the key may not make waits for the merchant, with one alert', async () => {
    const { id } = await settledOrder()
    await setSandbox(world, 'profile', { key_scopes: 'no_reversals' })
    const answer = await merchant.refundInFull(id, { amount: '30.00' })
    expect(answer).toMatchObject({
      status: 202,
      body: { refund: { state: 'waiting', refusal: { code: 'key_refused' } } },
    })
    expect(await merchant.alertsOf(id)).toMatchObject([{ kind: 'refund_not_accepted_yet' }])
    await setSandbox(world, 'profile', { key_scopes: 'all' })
    await eventually(async () => {
      await pass(world, 3_600)
      return (await merchant.read(id)).refunds[0].state === 'succeeded'
    })
    expect(await merchant.alertsOf(id)).toEqual([])
    expect(await merchant.keptAtGateway(id)).toBe(70)
  })

  it('a refund refused for two weeks fails, with an alert that says why', async () => {
    const { id } = await settledOrder()
    await setSandbox(world, 'faults', { refund_rejected_by_processor: true })
    await merchant.refundInFull(id, { amount: '30.00' })
    await eventually(async () => {
      await pass(world, 3 * DAY_SECONDS)
      await settled(world)
      return (await merchant.read(id)).refunds[0].state === 'failed'
    })
    await setSandbox(world, 'faults', { refund_rejected_by_processor: false })
    const problems = await merchant.alertsOf(id)
    expect(problems).toMatchObject([{ kind: 'refund_refused', details: { amount: '30.00' } }])
    expect(await merchant.keptAtGateway(id)).toBe(100)
    // A failed refund does not block the next.
    expect((await merchant.refundInFull(id, { amount: '30.00' })).status).toBe(201)
  })
})

describe('a refund task that runs twice', () => {
  it('the refund is made once when its task runs twice', async () => {
    const { id, transactionId } = await settledOrder()
    await merchant.refundInFull(id, { amount: '15.00' })
    await settled(world)
    const { numUpdatedRows } = await world.puente.ctx.db.query
      .updateTable('tasks')
      .set({ state: 'ready', ended_at: null })
      .where('kind', '=', 'carry-out-refund')
      .where('order_id', '=', (await orderRow(id)).id)
      .executeTakeFirst()
    expect(numUpdatedRows).toBe(1n)
    world.puente.ctx.signals.send('puente_work')
    await settled(world)
    expect(await merchant.keptAtGateway(id)).toBe(85)
    const asked = `POST /v1/payments/${transactionId}/refund`
    expect(proxy.seen.filter((route) => route === asked)).toHaveLength(1)
  })

  const orderRow = (id: string) =>
    world.puente.ctx.db.query
      .selectFrom('orders')
      .select('id')
      .where('external_id', '=', id)
      .executeTakeFirstOrThrow()
})
