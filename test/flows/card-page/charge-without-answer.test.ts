import { describe, expect, it } from 'vitest'
import { pass } from '../../support/merchant.ts'
import { connectTestStore, eventually } from '../../support/world.ts'
import { CONFIRM, useCardPage } from './use-card-page.ts'

const {
  world,
  proxy,
  newId,
  orderOf,
  visit,
  leadsTo,
  payBy,
  opened,
  paidAtGateway,
  notificationsOf,
} = useCardPage({ GATEWAY_TIMEOUT_MS: '1500' })

describe('a charge without an answer', () => {
  it('a customer whose charge got no answer waits, and is not charged again', async () => {
    const { id, payUrl, link } = await opened()
    proxy.next(CONFIRM, { kind: 'hang' })
    const waiting = { status: 202, body: { next: 'leave', url: `${link}/return` } }
    expect(await payBy(payUrl)).toEqual(waiting)
    expect(await payBy(payUrl)).toEqual(waiting)
    expect((await leadsTo(`${payUrl}/card`)).location).toBe(`${link}/return`)
    expect(await (await visit(`${payUrl}/return`)).text()).toContain('confirmando')
    expect(proxy.seen.filter((route) => route === CONFIRM).length).toBeGreaterThan(0)
    expect(await paidAtGateway(id)).toBe(0)
  })

  it('a policy can cancel an expired order, once a charge in flight has ended', async () => {
    const apiKey = await connectTestStore(world.puente, {
      id: 'puntual',
      notifyUrl: world.shop.url,
      policy: { checkout_mode: 'card_page', on_expiry: 'cancel' },
    })
    const asShop = { authorization: `Bearer ${apiKey}` }
    const open = async (id: string): Promise<string> => {
      const body = { order: orderOf(id), expires_in_minutes: 5 }
      return (await world.api('POST', '/v1/checkouts', body, asShop)).body.pay_url
    }
    const statusOf = async (id: string) =>
      (await world.api('GET', `/v1/orders/${id}`, undefined, asShop)).body.order.status
    const [left, charging] = [newId(), newId()]
    await open(left)
    const payUrl = await open(charging)
    proxy.next(CONFIRM, { kind: 'hang' })
    await payBy(payUrl)

    await pass(world, 301)
    await eventually(async () => (await statusOf(left)) === 'cancelled')
    await eventually(async () => notificationsOf(left).length > 0)
    expect(notificationsOf(left)).toMatchObject([{ type: 'order.cancelled', payment: null }])
    expect(await statusOf(charging)).toBe('awaiting_payment')
    await eventually(async () => {
      await pass(world, 60)
      return (await statusOf(charging)) === 'cancelled'
    })
    expect(await paidAtGateway(charging)).toBe(0)
  })
})
