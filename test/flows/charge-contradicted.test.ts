import { describe, expect, it } from 'vitest'
import { deliver, eventOf, paymentAtGateway } from '../support/gateway-events.ts'
import { merchantOf, type OpenOrder, pass } from '../support/merchant.ts'
import { reconcileNow } from '../support/reconcile.ts'
import { settled } from '../support/settled.ts'
import { useWorld } from '../support/use-world.ts'
import { eventually, type Json } from '../support/world.ts'

const world = useWorld()
const merchant = () => merchantOf(world, { prefix: 'CC' })

/** An order that a signed event has paid, while the gateway has nothing of the kind. */
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

const lookTwice = async (id: string): Promise<void> => {
  await ask(id)
  await pass(world, 11)
  await settled(world)
}

const conflictOf = async (id: string): Promise<Json> => (await merchant().read(id)).order.conflict
const alertKinds = async (id: string): Promise<string[]> =>
  (await merchant().alertsOf(id)).map(({ kind }) => kind)

describe('an order that a signed event paid while the gateway says that nothing was taken', () => {
  it('is a conflict and an alert after ?ask=true, once the gateway has said so twice, and stays paid', async () => {
    const { id } = await paidByEventAlone()
    await ask(id)
    expect([await conflictOf(id), await alertKinds(id)]).toEqual([null, []])
    await pass(world, 11)
    await settled(world)
    const { order } = await merchant().read(id)
    expect([order.status, order.conflict]).toEqual(['paid', 'not_paid_at_gateway'])
    expect(await alertKinds(id)).toEqual(['payment_not_at_gateway'])
    await eventually(async () => merchant().told(id).includes('order.attention_required'))
    expect(merchant().told(id)).toEqual(['order.paid', 'order.attention_required'])
  })

  it('is one alert, whether it was asked about, reconciled or asked again', async () => {
    const { id } = await paidByEventAlone()
    await reconcileNow(world)
    await lookTwice(id)
    await reconcileNow(world)
    await lookTwice(id)
    expect(await conflictOf(id)).toBe('not_paid_at_gateway')
    expect(await alertKinds(id)).toEqual(['payment_not_at_gateway'])
  })

  it('is found by a reconciliation alone', async () => {
    const { id } = await paidByEventAlone()
    await reconcileNow(world)
    await pass(world, 11)
    await settled(world)
    expect(await conflictOf(id)).toBe('not_paid_at_gateway')
  })

  it('ends the conflict and the alert by itself when a later answer agrees', async () => {
    const { id, checkoutUrl } = await paidByEventAlone()
    await lookTwice(id)
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

it('an answer that was on its way while the event was applied proves nothing', async () => {
  const { id, gatewayId } = await merchant().open()
  const body = eventOf(await paymentAtGateway(world, gatewayId), 'approved')
  await Promise.all([ask(id), deliver(world.url, { body })])
  await merchant().readWhen(id, ({ order }) => order.status === 'paid')
  await settled(world)
  await pass(world, 11)
  await settled(world)
  expect([await conflictOf(id), await alertKinds(id)]).toEqual([null, []])
})

it('an order that is charged is no conflict, however often it is asked about', async () => {
  const { id } = await merchant().paid()
  await lookTwice(id)
  await lookTwice(id)
  expect([await conflictOf(id), await alertKinds(id)]).toEqual([null, []])
  expect(merchant().told(id)).toEqual(['order.paid'])
})
