import { afterEach, describe, expect, it } from 'vitest'
import type { RefundRow } from '../../src/db/db.ts'
import { findOrderOfStore } from '../../src/db/orders/orders.ts'
import { refundsOfOrder } from '../../src/db/payments/refunds.ts'
import { findStore } from '../../src/db/stores/stores.ts'
import { formatMoney, moneyFromMinor } from '../../src/domain/money.ts'
import { carryOutRefund } from '../../src/payments/refunds/carry-out-refund.ts'
import { requestRefund } from '../../src/payments/refunds/request-refund.ts'
import { nextStep } from '../../src/payments/refunds/rules/next-step.ts'
import { DAY_SECONDS, HOUR_SECONDS, merchantOf, pass, setSandbox } from '../support/merchant.ts'
import { settled } from '../support/settled.ts'
import { useWorldBehindProxy } from '../support/use-world.ts'
import { type Json, TEST_STORE } from '../support/world.ts'

const { world, proxy } = useWorldBehindProxy()
const merchant = merchantOf(world, { prefix: 'S' })
afterEach(async () => {
  proxy.always(undefined)
  await setSandbox(world, 'profile', {
    reversals_shown: 'at_once',
    refunded_amount: 'on_every_charge',
    refund_response: 'payment',
  })
  await setSandbox(world, 'faults', { webhooks: { drop: 0 } })
  await settled(world)
})

const settledOrder = async () => {
  const order = await merchant.paid()
  await pass(world, DAY_SECONDS)
  return order
}

const refundsOf = async (id: string): Promise<string[]> =>
  (await merchant.read(id)).refunds.map(
    ({ origin, kind, amount, state }: Json) => `${origin} ${kind} ${amount} ${state}`,
  )

const sent = (transactionId: string, route: 'void' | 'refund'): number =>
  proxy.seen.filter((each) => each === `POST /v1/payments/${transactionId}/${route}`).length

const cancel = (id: string, refundId: string) =>
  world.api('POST', `/v1/orders/${id}/refunds/${refundId}/cancel`)

const minutes = async (count: number, step = 1) => {
  for (let minute = 0; minute < count; minute += step) {
    await pass(world, 61 * step)
    await settled(world)
  }
}

describe('a refund that the gateway accepted', () => {
  it.each(['payment', 'empty'])(
    'a refund that shows later is sent once, and the store is notified when it shows (%s)',
    async (shape) => {
      const { id, transactionId } = await settledOrder()
      await setSandbox(world, 'profile', {
        reversals_shown: 'after_five_minutes',
        refund_response: shape,
      })
      const answer = await merchant.refundInFull(id, { amount: '30.00' })
      expect(answer).toMatchObject({ status: 202, body: { refund: { state: 'accepted' } } })
      expect((await merchant.refundInFull(id, { amount: '30.00' })).body.code).toBe(
        'refund_under_way',
      )
      expect(await cancel(id, answer.body.refund.id)).toMatchObject({
        status: 409,
        body: { code: 'refund_under_way' },
      })
      await minutes(4)
      expect(merchant.notifications(id)).toEqual(['order.paid'])
      await minutes(6)
      expect(await refundsOf(id)).toEqual(['store refund 30.00 succeeded'])
      expect(sent(transactionId, 'refund')).toBe(1)
      expect(merchant.notifications(id)).toEqual(['order.paid', 'order.partially_refunded'])
      expect(await merchant.keptAtGateway(id)).toBe(70)
    },
  )

  it('a refund that never shows is not sent again, opens an alert, and can be cancelled', async () => {
    const { id, transactionId } = await settledOrder()
    const route = `POST /v1/payments/${transactionId}/refund`
    proxy.next(route, { kind: 'answer', status: 202, body: '{"refund_id": 7}' })
    const answer = await merchant.refundInFull(id, { amount: '30.00' })
    expect(answer).toMatchObject({ status: 202, body: { refund: { state: 'accepted' } } })
    await minutes(10)
    expect(await merchant.alertsOf(id)).toEqual([])
    await pass(world, DAY_SECONDS)
    await settled(world)
    expect(await merchant.alertsOf(id)).toMatchObject([
      { kind: 'refund_not_shown', details: { amount: '30.00', currency: 'HNL' } },
    ])
    await pass(world, 20 * DAY_SECONDS)
    await settled(world)
    expect(sent(transactionId, 'refund')).toBe(1)
    expect(await cancel(id, answer.body.refund.id)).toMatchObject({ status: 200 })
    expect(await merchant.alertsOf(id)).toEqual([])
    expect((await merchant.refundInFull(id, { amount: '30.00' })).status).toBe(201)
    expect(await merchant.keptAtGateway(id)).toBe(70)
  })

  it('a refund is not sent again when its process dies between the answer and the reading', async () => {
    const { id, gatewayId, transactionId } = await settledOrder()
    await setSandbox(world, 'profile', { reversals_shown: 'after_five_minutes' })
    const read = `GET /v1/payments/${gatewayId}`
    proxy.next(read, { kind: 'slow', ms: 0 }, { kind: 'answer', status: 503 })
    const answer = await merchant.refundInFull(id, { amount: '30.00' })
    expect(answer.body.refund.state).toBe('accepted')
    await minutes(12)
    expect(await refundsOf(id)).toEqual(['store refund 30.00 succeeded'])
    expect(sent(transactionId, 'refund')).toBe(1)
  })

  it('a refund whose answer was lost, and that shows minutes later, is not sent again', async () => {
    const { id, transactionId } = await settledOrder()
    await setSandbox(world, 'profile', { reversals_shown: 'after_five_minutes' })
    proxy.next(`POST /v1/payments/${transactionId}/refund`, { kind: 'lost' })
    await merchant.refundInFull(id, { amount: '30.00' })
    await minutes(12)
    expect(await refundsOf(id)).toEqual(['store refund 30.00 succeeded'])
    expect(sent(transactionId, 'refund')).toBe(1)
  })

  it.each([3_000n, 10_000n])(
    'a refund that several workers start concurrently is sent once (%s)',
    async (minor) => {
      const { id, transactionId } = await settledOrder()
      const { ctx } = world.puente
      const store = await findStore(ctx.db.query, TEST_STORE)
      if (!store) throw new Error('There is no such store')
      const amount = moneyFromMinor(minor, 'HNL')
      const asked = await requestRefund(ctx, store, {
        orderExternalId: id,
        amount,
        idempotencyKey: id,
        origin: 'store',
        refundLimit: undefined,
        refundDayLimit: undefined,
      })
      if (asked.outcome !== 'accepted') throw new Error(asked.outcome)
      const refundId = asked.refund.id
      await Promise.all(Array.from({ length: 4 }, () => carryOutRefund(ctx, { refundId })))
      await minutes(8)
      expect(sent(transactionId, 'refund')).toBe(1)
      expect(await refundsOf(id)).toEqual([`store refund ${formatMoney(amount)} succeeded`])
    },
  )

  it('a refund is not sent again by an attempt that read it in flight', async () => {
    const { id, transactionId } = await settledOrder()
    await setSandbox(world, 'profile', { reversals_shown: 'after_five_minutes' })
    const { ctx } = world.puente
    const row = async () => {
      const order = await findOrderOfStore(ctx.db.query, TEST_STORE, id)
      const [refund] = order ? await refundsOfOrder(ctx.db.query, order.id) : []
      if (!refund) throw new Error('There is no such refund')
      return refund
    }
    const inFlight = Promise.withResolvers<RefundRow>()
    proxy.onPass(async (route) => {
      if (route === `POST /v1/payments/${transactionId}/refund`) inFlight.resolve(await row())
      return 'pass'
    })
    await merchant.refundInFull(id, { amount: '30.00' })
    proxy.onPass(undefined)
    const read = await inFlight.promise
    const latest = await row()
    expect([read.state, latest.state]).toEqual(['requested', 'accepted'])
    const found = {
      outcome: 'shown',
      doubt: undefined,
      mayEventFollow: false,
      isFrozen: false,
    } as const
    const readings = [
      undefined,
      { at: '', state: 'paid', refunded_amount: '0.00', is_explained: true } as const,
    ]
    for (const reading of readings) {
      const { effect } = nextStep(
        latest,
        {
          of: 'read',
          cause: { after: 'start' },
          payment: { transaction_id: transactionId, paid_at: null },
          found: { ...found, reading },
        },
        { sentAt: read.requested_at, now: ctx.clock.now() },
      )
      expect(effect.do).toBe('wait')
    }
    await minutes(8)
    expect(sent(transactionId, 'refund')).toBe(1)
  })

  it('a void whose answer shows no payment is made once, and the store is notified once', async () => {
    const { id, transactionId } = await merchant.paid()
    const done = `POST /v1/payments/${transactionId}/void`
    await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
    proxy.next(done, { kind: 'done-but-answers', status: 200, body: '{"status": "ok"}' })
    expect(await merchant.refundInFull(id)).toMatchObject({
      status: 201,
      body: { refund: { kind: 'void', state: 'succeeded' } },
    })
    await minutes(3)
    expect(sent(transactionId, 'void')).toBe(1)
    expect(sent(transactionId, 'refund')).toBe(0)
    expect(merchant.notifications(id)).toEqual(['order.paid', 'order.voided'])
  })
})

describe('a gateway that omits refunded_amount on partial refunds', () => {
  const silent = () => setSandbox(world, 'profile', { refunded_amount: 'on_paid_and_voided' })
  const inPortal = (transactionId: string, amount: string) =>
    world.control('/sandbox/portal/refund', { transaction_id: transactionId, amount })

  it('partial refunds by store and portal add up to the whole', async () => {
    const { id, transactionId } = await settledOrder()
    await silent()
    expect((await merchant.refundInFull(id, { amount: '30.00' })).status).toBe(201)
    await settled(world)
    await inPortal(transactionId, '30.00')
    await merchant.readWhen(id, ({ payment }) => payment.refunded_amount === '60.00')
    expect(await merchant.refundInFull(id, { amount: '40.01' })).toMatchObject({
      status: 422,
      body: { code: 'refund_above_rest' },
    })
    expect((await merchant.refundInFull(id)).body.refund).toMatchObject({ amount: '40.00' })
    await settled(world)
    expect(await refundsOf(id)).toEqual([
      'store refund 30.00 succeeded',
      'portal refund 30.00 succeeded',
      'store refund 40.00 succeeded',
    ])
    expect((await merchant.read(id)).order.status).toBe('refunded')
    expect(sent(transactionId, 'refund')).toBe(2)
  })

  it('a full refund counts as the full amount', async () => {
    const { id } = await settledOrder()
    await silent()
    expect(await merchant.refundInFull(id)).toMatchObject({
      status: 201,
      body: { refund: { amount: '100.00', state: 'succeeded' } },
    })
    expect((await merchant.read(id)).payment.refunded_amount).toBe('100.00')
  })

  it('a refund whose events arrive twice counts once', async () => {
    const { id, transactionId } = await settledOrder()
    await silent()
    await setSandbox(world, 'faults', { webhooks: { duplicate: 1 } })
    await inPortal(transactionId, '10.00')
    await inPortal(transactionId, '10.00')
    await settled(world)
    await setSandbox(world, 'faults', { webhooks: { duplicate: 0 } })
    await merchant.readWhen(id, ({ payment }) => payment.refunded_amount === '20.00')
    await settled(world)
    expect(await refundsOf(id)).toEqual([
      'portal refund 10.00 succeeded',
      'portal refund 10.00 succeeded',
    ])
  })

  it('a refund whose answer is lost after another partial refund is not sent again, and opens an alert', async () => {
    const { id, transactionId } = await settledOrder()
    await silent()
    await merchant.refundInFull(id, { amount: '10.00' })
    await settled(world)
    await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
    proxy.next(`POST /v1/payments/${transactionId}/refund`, { kind: 'lost' })
    await merchant.refundInFull(id, { amount: '25.00' })
    await minutes(10)
    await pass(world, DAY_SECONDS)
    await settled(world)
    expect(sent(transactionId, 'refund')).toBe(2)
    expect(await merchant.alertsOf(id)).toMatchObject([{ kind: 'refund_not_shown' }])
    await setSandbox(world, 'profile', { refunded_amount: 'on_every_charge' })
    await pass(world, 7 * HOUR_SECONDS)
    await settled(world)
    expect(await refundsOf(id)).toEqual([
      'store refund 10.00 succeeded',
      'store refund 25.00 succeeded',
    ])
    expect(await merchant.alertsOf(id)).toEqual([])
  })
})

describe('a refund that got lost on its way while the merchant refunds another amount in the portal', () => {
  it('both refunds are made and kept apart, once events were seen to report single refunds', async () => {
    const earlier = await settledOrder()
    for (const amount of ['5.00', '7.00']) {
      await world.control('/sandbox/portal/refund', {
        transaction_id: earlier.transactionId,
        amount,
      })
    }
    await settled(world)
    const { id, transactionId } = await settledOrder()
    proxy.next(`POST /v1/payments/${transactionId}/refund`, { kind: 'cut' })
    await merchant.refundInFull(id, { amount: '30.00' })
    await world.control('/sandbox/portal/refund', {
      transaction_id: transactionId,
      amount: '50.00',
    })
    const isOver = async () =>
      (await refundsOf(id)).every((refund) => refund.endsWith(' succeeded'))
    for (let patience = 12; patience > 0 && !(await isOver()); patience--) await minutes(10, 5)
    expect(await refundsOf(id)).toEqual([
      'store refund 30.00 succeeded',
      'portal refund 50.00 succeeded',
    ])
    expect(await merchant.keptAtGateway(id)).toBe(20)
  })
})

describe('a refund whose payment cannot be read', () => {
  it.each([401, 403, 404])(
    'a refund with a lost answer resumes once the payment can be read again after HTTP %d',
    async (status) => {
      const { id, gatewayId, transactionId } = await settledOrder()
      proxy.next(`POST /v1/payments/${transactionId}/refund`, { kind: 'cut' })
      const read = `GET /v1/payments/${gatewayId}`
      const unreadable = { status, body: '{"code": "payment_not_found"}' }
      proxy.next(read, { kind: 'slow', ms: 0 }, { kind: 'answer', ...unreadable })
      await merchant.refundInFull(id, { amount: '30.00' })
      await minutes(3)
      expect(await merchant.alertsOf(id)).toMatchObject([{ kind: 'refund_not_shown' }])
      // The poll after an hour is the first of three readings.
      for (let look = 0; look < 4; look++) {
        await pass(world, HOUR_SECONDS + 60)
        await settled(world)
      }
      expect(await refundsOf(id)).toEqual(['store refund 30.00 succeeded'])
      expect(await merchant.alertsOf(id)).toEqual([])
      expect(await merchant.keptAtGateway(id)).toBe(70)
    },
  )

  it.each([401, 404])(
    'a full refund resumes after HTTP %d at its first reading',
    async (status) => {
      const { id, gatewayId } = await settledOrder()
      proxy.next(`GET /v1/payments/${gatewayId}`, { kind: 'answer', status, body: '{}' })
      const answer = await merchant.refundInFull(id)
      expect(answer).toMatchObject({ status: 202, body: { refund: { state: 'waiting' } } })
      expect(await merchant.alertsOf(id)).toMatchObject([{ kind: 'refund_not_accepted_yet' }])
      await pass(world, HOUR_SECONDS + 60)
      await settled(world)
      expect(await refundsOf(id)).toEqual(['store refund 100.00 succeeded'])
      expect(await merchant.alertsOf(id)).toEqual([])
    },
  )
})

describe('a waiting refund', () => {
  it('a cancelled refund is not made when its settlement window opens', async () => {
    const { id, transactionId } = await merchant.paid()
    const { refund } = (await merchant.refundInFull(id, { amount: '40.00' }, 'cancelled')).body
    expect(refund.state).toBe('waiting')
    for (let time = 0; time < 2; time++) {
      expect(await cancel(id, refund.id)).toMatchObject({
        status: 200,
        body: { refund: { state: 'cancelled', refusal: null }, order: { status: 'paid' } },
      })
    }
    const asked = sent(transactionId, 'refund')
    await pass(world, DAY_SECONDS + HOUR_SECONDS)
    await settled(world)
    expect(sent(transactionId, 'refund')).toBe(asked)
    expect(await merchant.keptAtGateway(id)).toBe(100)
    const kinds = (await merchant.timeline(id)).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'refund_cancelled')).toHaveLength(1)
    expect(await merchant.refundInFull(id, { amount: '40.00' }, 'cancelled')).toMatchObject({
      status: 409,
      body: { code: 'refund_withdrawn' },
    })
    expect((await merchant.refundInFull(id, { amount: '40.00' })).status).toBe(201)
  })

  it('a waiting partial refund does not keep the whole charge from being voided today', async () => {
    const { id } = await merchant.paid()
    await merchant.refundInFull(id, { amount: '40.00' })
    expect(await merchant.refundInFull(id, { amount: '10.00' })).toMatchObject({
      status: 409,
      body: { code: 'refund_under_way', detail: expect.stringMatching(/40\.00 is waiting/) },
    })
    expect(await merchant.refundInFull(id)).toMatchObject({
      status: 201,
      body: { refund: { kind: 'void', state: 'succeeded' }, order: { status: 'voided' } },
    })
    expect(await refundsOf(id)).toEqual([
      'store refund 40.00 cancelled',
      'store void 100.00 succeeded',
    ])
  })

  it.each([
    ['succeeded', 'refund_done'],
    ['failed', 'refund_refused'],
  ])('a refund that %s can no longer be cancelled', async (state, code) => {
    const { id, transactionId } = await settledOrder()
    const route = `POST /v1/payments/${transactionId}/refund`
    if (state === 'failed') proxy.next(route, { kind: 'answer', status: 400, body: '{}' })
    await merchant.refundInFull(id, { amount: '40.00' })
    const [refund] = (await merchant.read(id)).refunds
    expect(await cancel(id, refund.id)).toMatchObject({ status: 409, body: { code } })
  })

  it('a refund is found only by its own order', async () => {
    const { id } = await merchant.paid()
    const other = await merchant.paid()
    const { refund } = (await merchant.refundInFull(id, { amount: '40.00' })).body
    expect((await cancel(other.id, refund.id)).status).toBe(404)
    expect((await cancel('nobody', refund.id)).status).toBe(404)
    expect((await cancel(id, 'ref_nothing')).status).toBe(404)
    expect((await refundsOf(id))[0]).toBe('store refund 40.00 waiting')
  })
})

describe('an order that was paid twice', () => {
  it('an order has one refund in flight at a time, whichever payment it is of', async () => {
    const { id, checkoutUrl } = await merchant.open()
    const again = (await merchant.checkout(id, { amount: '120.00' })).body.payment.checkout_url
    await world.pay(checkoutUrl)
    await world.pay(again)
    const { payments } = await merchant.readWhen(id, ({ order }) => order.conflict === 'paid_twice')
    await pass(world, DAY_SECONDS)
    const answers = await Promise.all(
      payments.map((payment: Json) =>
        merchant.refundInFull(id, { payment_id: payment.id, amount: '10.00' }),
      ),
    )
    expect(answers.map(({ status }: Json) => status).toSorted()).toEqual([201, 409])
  })
})

describe('the texts of a refusal', () => {
  it('the refusal of a reused key names both requests', async () => {
    const { id } = await settledOrder()
    await merchant.refundInFull(id, { amount: '10.00', reason: 'One jar' }, 'both')
    const answer = await merchant.refundInFull(id, { amount: '11.00' }, 'both')
    expect(answer.body.code).toBe('idempotency_key_reused')
    expect(answer.body.detail).toContain(`10.00 of order ${id}, reason "One jar"`)
    expect(answer.body.detail).toContain(`11.00 of order ${id}, no reason given`)
  })

  it('the alert of a refusal has the processor’s complete message from the start', async () => {
    const { id, transactionId } = await settledOrder()
    const route = `POST /v1/payments/${transactionId}/refund`
    const body = JSON.stringify({
      message: 'Refund refused',
      IsoResponseCode: '57',
      Errors: [{ Code: '57', Message: 'Not permitted' }],
    })
    proxy.next(route, { kind: 'answer', status: 400, body })
    const answer = await merchant.refundInFull(id, { amount: '10.00' })
    expect(answer).toMatchObject({ status: 422, body: { code: 'refund_refused_by_gateway' } })
    expect(answer.body.gateway_message).toBe('57 Not permitted Refund refused')
    expect(answer.body.detail).not.toContain('Not permitted')
    const words = ['57 Not permitted', 'Refund refused']
    expect(await merchant.alertsOf(id)).toMatchObject([
      { kind: 'refund_refused', details: { words } },
    ])
  })

  it('a refusal on the day of the charge is an alert only when it is the processor’s', async () => {
    const plain = await merchant.paid()
    const early = await merchant.refundInFull(plain.id, { amount: '10.00' })
    expect(early.body.refund.refusal.words).toHaveLength(1)
    expect(await merchant.alertsOf(plain.id)).toEqual([])

    const refused = await merchant.paid()
    const body = JSON.stringify({
      errors: { refund: ['Invalid transaction'] },
      Errors: [{ Code: '12', Message: 'Invalid transaction' }],
    })
    proxy.next(`POST /v1/payments/${refused.transactionId}/refund`, {
      kind: 'answer',
      status: 422,
      body,
    })
    await merchant.refundInFull(refused.id, { amount: '10.00' })
    expect(await merchant.alertsOf(refused.id)).toMatchObject([
      { kind: 'refund_not_accepted_yet', details: { words: expect.anything() } },
    ])
  })
})
