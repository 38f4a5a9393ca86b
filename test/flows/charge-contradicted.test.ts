import { afterEach, describe, expect, it } from 'vitest'
import { deliver, eventOf, paymentAtGateway } from '../support/gateway-events.ts'
import { HOUR_SECONDS, merchantOf, type OpenOrder, pass } from '../support/merchant.ts'
import { reconcileNow, summaryOf } from '../support/reconcile.ts'
import { settled } from '../support/settled.ts'
import { useWorldBehindProxy } from '../support/use-world.ts'
import { eventually, type Json } from '../support/world.ts'

const { world, proxy } = useWorldBehindProxy()
afterEach(() => proxy.onPass(undefined))

const READING = /^GET \/v1\/payments\/\d+$/
const merchant = () => merchantOf(world, { prefix: 'CC' })

/** Paid by a signed event, without a charge at the gateway. */
const paidByEventAlone = async (): Promise<OpenOrder> => {
  const opened = await merchant().open()
  const body = eventOf(await paymentAtGateway(world, opened.gatewayId), 'approved')
  expect((await deliver(world.url, { body })).status).toBe(200)
  await merchant().readWhen(opened.id, ({ order }) => order.status === 'paid')
  return opened
}

const ask = async (id: string): Promise<void> => {
  await world.api('GET', `/v1/orders/${id}?ask=true`)
  await settled(world)
}

const checkTwice = async (id: string): Promise<void> => {
  await ask(id)
  await pass(world, 11)
  await settled(world)
}

const conflictOf = async (id: string): Promise<Json> => (await merchant().read(id)).order.conflict
const alertKinds = async (id: string): Promise<string[]> =>
  (await merchant().alertsOf(id)).map(({ kind }) => kind)

describe('an order that a signed event paid while the gateway shows no charge', () => {
  it('the order becomes a conflict with an alert once the gateway has contradicted it twice, and stays paid', async () => {
    const { id } = await paidByEventAlone()
    await ask(id)
    expect([await conflictOf(id), await alertKinds(id)]).toEqual([null, []])
    await pass(world, 11)
    await settled(world)
    const { order } = await merchant().read(id)
    expect([order.status, order.conflict]).toEqual(['paid', 'not_paid_at_gateway'])
    expect(await alertKinds(id)).toEqual(['payment_not_at_gateway'])
    await eventually(async () => merchant().notifications(id).includes('order.attention_required'))
    expect(merchant().notifications(id)).toEqual(['order.paid', 'order.attention_required'])
  })

  it('the order causes one alert, however often it is checked or reconciled', async () => {
    const { id } = await paidByEventAlone()
    await reconcileNow(world)
    await checkTwice(id)
    await reconcileNow(world)
    await checkTwice(id)
    expect(await conflictOf(id)).toBe('not_paid_at_gateway')
    expect(await alertKinds(id)).toEqual(['payment_not_at_gateway'])
  })

  it('a reconciliation alone finds the order', async () => {
    const { id } = await paidByEventAlone()
    await reconcileNow(world)
    await pass(world, 11)
    await settled(world)
    expect(await conflictOf(id)).toBe('not_paid_at_gateway')
  })

  it('the check before a refund finds the order, and nothing is refunded', async () => {
    const { id } = await paidByEventAlone()
    await merchant().refundInFull(id)
    await settled(world)
    await pass(world, 11)
    await settled(world)
    expect(await conflictOf(id)).toBe('not_paid_at_gateway')
    expect(await alertKinds(id)).toContain('payment_not_at_gateway')
    const [shown] = await merchant().atGateway(id)
    expect([shown?.status, shown?.refunded_amount ?? 0]).toEqual(['pending', 0])
  })

  it('a later answer that agrees ends the conflict and the alert', async () => {
    const { id, checkoutUrl } = await paidByEventAlone()
    await checkTwice(id)
    expect(await alertKinds(id)).toEqual(['payment_not_at_gateway'])
    await world.pay(checkoutUrl)
    await pass(world, 600)
    await settled(world)
    expect([await conflictOf(id), await alertKinds(id)]).toEqual([null, []])
    const lines = (await merchant().timeline(id)).map(({ kind }: Json) => kind)
    expect(lines).toContain('charge_contradicted')
    expect(lines).toContain('charge_confirmed')
  })
})

it('an answer in flight while the event is applied proves nothing', async () => {
  const { id, gatewayId } = await merchant().open()
  const body = eventOf(await paymentAtGateway(world, gatewayId), 'approved')
  let hasCome = false
  proxy.onPass(async (route, stage) => {
    if (hasCome || stage !== 'work-done' || !READING.test(route)) return 'pass'
    hasCome = true
    await deliver(world.url, { body })
    await merchant().readWhen(id, ({ order }) => order.status === 'paid')
    return 'pass'
  })
  await checkTwice(id)
  expect(hasCome).toBe(true)
  expect([await conflictOf(id), await alertKinds(id)]).toEqual([null, []])
})

it('a charged order is no conflict, however often it is checked', async () => {
  const { id } = await merchant().paid()
  await checkTwice(id)
  await checkTwice(id)
  expect([await conflictOf(id), await alertKinds(id)]).toEqual([null, []])
  expect(merchant().notifications(id)).toEqual(['order.paid'])
})

describe('a store whose policy confirms payments above an amount', () => {
  const decide = (confirm_above: Json) =>
    world.api('PATCH', '/v1/store', { policy: { confirm_above } })

  it('the store is notified of a larger payment once GET confirms it, and of others immediately', async () => {
    expect((await decide({ HNL: '150.00' })).status).toBe(200)
    const large = await merchant().open({ amount: '150.01' })
    proxy.onPass(async (route) => (route.endsWith(`/${large.gatewayId}`) ? 'cut' : 'pass'))
    await world.pay(large.checkoutUrl)
    const small = await merchant().paid({ amount: '150.00' })
    await merchant().readWhen(large.id, ({ order }) => order.status === 'paid')
    await eventually(async () => merchant().notifications(small.id).includes('order.paid'))
    expect(merchant().notifications(large.id)).toEqual([])
    expect(summaryOf(await reconcileNow(world))).not.toContain(
      `store_not_told repaired ${large.id}`,
    )

    proxy.onPass(undefined)
    await pass(world, 15 * 60)
    await eventually(async () => merchant().notifications(large.id).length > 0)
    expect(merchant().notifications(large.id)).toEqual(['order.paid'])
    await decide(null)
  })

  it('a payment that the gateway never confirms opens an alert, and another check releases it', async () => {
    await decide({ HNL: '50' })
    const { id, gatewayId, checkoutUrl } = await merchant().open()
    proxy.onPass(async (route) => (route.endsWith(`/${gatewayId}`) ? 'cut' : 'pass'))
    await world.pay(checkoutUrl)
    await merchant().readWhen(id, ({ order }) => order.status === 'paid')
    await eventually(async () => {
      await pass(world, 6 * HOUR_SECONDS)
      return (await alertKinds(id)).includes('task_given_up')
    })
    expect(merchant().notifications(id)).toEqual([])
    proxy.onPass(undefined)
    await ask(id)
    await eventually(async () => merchant().notifications(id).length > 0)
    expect(merchant().notifications(id)).toEqual(['order.paid'])
    await decide(null)
  })

  it.each([
    [401, '{}'],
    [404, '{"code":"payment_not_found"}'],
  ])(
    'the store is notified once GET confirms a payment that GET first answered with %i',
    async (status, body) => {
      await decide({ HNL: '150.00' })
      const { id, gatewayId, checkoutUrl } = await merchant().open({ amount: '150.01' })
      proxy.always({ kind: 'answer', status, body })
      await world.pay(checkoutUrl)
      await eventually(async () => proxy.seen.includes(`GET /v1/payments/${gatewayId}`))
      await settled(world)
      expect(merchant().notifications(id)).toEqual([])

      proxy.calm()
      await pass(world, 15 * 60)
      await eventually(async () => merchant().notifications(id).length > 0)
      expect([merchant().notifications(id), await alertKinds(id)]).toEqual([['order.paid'], []])
      await decide(null)
    },
  )

  it('the store is not notified of a payment that only an event has paid', async () => {
    await decide({ HNL: '50' })
    const { id, checkoutUrl } = await paidByEventAlone()
    await settled(world)
    await pass(world, 11)
    await settled(world)
    expect([await conflictOf(id), await alertKinds(id)]).toEqual([
      'not_paid_at_gateway',
      ['payment_not_at_gateway'],
    ])
    expect(merchant().notifications(id)).toEqual([])
    await decide(null)
    await world.pay(checkoutUrl)
    await pass(world, 600)
    await settled(world)
    await eventually(async () => merchant().notifications(id).length > 0)
    expect(merchant().notifications(id)).toEqual(['order.paid'])
    expect(await conflictOf(id)).toBeNull()
  })

  it.each([
    [{ HNL: '-1' }],
    [{ HNL: 'much' }],
    [{ HNL: '1.001' }],
    [{ XXQ: '1' }],
    [{ hnl: '1' }],
    ['100'],
  ])('the store’s policy refuses the limit %j', async (limits) => {
    const { status, body } = await decide(limits)
    expect([status, body.errors[0].path]).toEqual([422, 'policy'])
  })
})
