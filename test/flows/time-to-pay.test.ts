import { beforeAll, describe, expect, it } from 'vitest'
import { pass } from '../support/merchant.ts'
import { useWorld } from '../support/use-world.ts'
import { connectTestStore, eventually } from '../support/world.ts'

const world = useWorld()
beforeAll(async () => {
  await connectTestStore(world.puente, {
    notifyUrl: world.shop.url,
    apiKey: world.apiKey,
    policy: { on_expiry: 'cancel' },
  })
})

const TEN_MINUTES = 600

const expired = async (id: string) => {
  const order = { id, amount: '100.00', currency: 'HNL' }
  const { body } = await world.api('POST', '/v1/checkouts', { order, expires_in_minutes: 1 })
  await pass(world, TEN_MINUTES)
  await world.shop.waitFor((told) => told.order.id === id && told.type === 'order.cancelled')
  return body
}
const read = async (id: string) => (await world.api('GET', `/v1/orders/${id}`)).body
const notificationsOf = (id: string) =>
  world.shop.messages.filter(({ order }) => order.id === id).map(({ type }) => type)

describe('a store that cancels orders not paid in time', () => {
  it('the store is notified once, that the order is cancelled, and of no expiry', async () => {
    await expired('X-1')
    await pass(world, TEN_MINUTES)
    expect(await read('X-1')).toMatchObject({
      order: { status: 'cancelled' },
      payment: { state: 'expired' },
    })
    expect(notificationsOf('X-1')).toEqual(['order.cancelled'])
  })

  it('a cancelled order can be paid neither by its link nor by a new checkout', async () => {
    const { pay_url } = await expired('X-2')
    expect((await fetch(pay_url)).status).toBe(410)
    const order = { id: 'X-2', amount: '100.00', currency: 'HNL' }
    const again = await world.api('POST', '/v1/checkouts', { order })
    expect(again).toMatchObject({ status: 409, body: { code: 'order_cancelled' } })
  })

  it('an order stays open when an older payment expires while a newer one waits or is paid', async () => {
    const older = { order: { id: 'X-3', amount: '90.00', currency: 'HNL' }, expires_in_minutes: 1 }
    await world.api('POST', '/v1/checkouts', older)
    const newer = { order: { id: 'X-3', amount: '100.00', currency: 'HNL' } }
    const { body } = await world.api('POST', '/v1/checkouts', newer)
    await pass(world, TEN_MINUTES)
    const expiryIsKnown = async () =>
      (await world.api('GET', '/v1/orders/X-3/timeline')).body.data.some(
        ({ details }: { details: { type?: string } }) => details.type === 'payment.expired',
      )
    await eventually(expiryIsKnown)
    expect((await read('X-3')).order.status).toBe('awaiting_payment')
    await world.pay(body.payment.checkout_url)
    await world.shop.waitFor(({ order }) => order.id === 'X-3')
    expect(notificationsOf('X-3')).toEqual(['order.paid'])
  })
})
