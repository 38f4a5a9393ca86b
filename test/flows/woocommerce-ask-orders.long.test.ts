import { afterEach, describe, expect, it } from 'vitest'
import { callGateway, pass, setSandbox } from '../support/merchant.ts'
import { useWooShop } from '../support/use-woo-shop.ts'
import { CARDS, eventually, type Json } from '../support/world.ts'

const { world, newOrder, statusOf, paid, orderAtPuente } = useWooShop()

const faults = (settings: Json) => setSandbox(world, 'faults', settings)
const ask = (ids: readonly (number | string)[], more: object = {}) =>
  world.plugin('POST', '/v1/woocommerce/orders/ask', { order_ids: ids.map(String), ...more })
const stateOf = async (id: number | string, more: object = {}): Promise<string> =>
  (await ask([id], more)).body.orders[0].state
const linkOf = async (id: number): Promise<string> => {
  const request = world.payRequest(id)
  return (await world.plugin('POST', '/v1/woocommerce/checkouts', request)).body.url
}
const checkoutAt = async (link: string) => {
  const response = await fetch(link, { redirect: 'manual' })
  return { status: response.status, url: response.headers.get('location') ?? '' }
}
const MINUTES = 60

afterEach(async () => {
  await faults({ webhooks: { drop: 0 }, api: { latency_ms: 0, error_500: 0 } })
})

describe('the plugin asks about orders before WooCommerce cancels them', () => {
  it('an order whose approval is lost is paid, with the facts of its payment', async () => {
    const id = newOrder()
    const checkoutUrl = await world.checkoutOf(id)
    await faults({ webhooks: { drop: 1 } })
    const { transaction_id } = await world.pay(checkoutUrl)
    const { status, body } = await ask([id])
    expect(status).toBe(200)
    const { order, payment } = await orderAtPuente(id)
    expect(order.status).toBe('paid')
    expect(body.orders).toEqual([
      {
        order_id: String(id),
        state: 'paid',
        transaction_id,
        payment_id: payment.id,
        amount: '100.00',
        currency: 'HNL',
        fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ])
    await eventually(async () => statusOf(id) === 'processing')
  })

  it('an order with an open checkout is in flight until the gateway reports its expiry', async () => {
    const id = newOrder()
    await linkOf(id)
    await faults({ webhooks: { drop: 1 } })
    expect(await stateOf(id)).toBe('in_flight')
    await pass(world, 31 * MINUTES)
    // The gateway sweeps expired payments every few minutes.
    expect(['in_flight', 'unpaid']).toContain(await stateOf(id))
    await pass(world, 10 * MINUTES)
    expect(await stateOf(id)).toBe('unpaid')
  })

  it('a declined card leaves the checkout payable, so the order is in flight', async () => {
    const id = newOrder()
    await world.pay(await world.checkoutOf(id), CARDS.declined)
    expect(await stateOf(id)).toBe('in_flight')
  })

  it('the link of an unpaid order ends only if the plugin asks to close it, and opens again when the customer returns', async () => {
    const id = newOrder()
    const link = await linkOf(id)
    await pass(world, 45 * MINUTES)
    expect(await stateOf(id)).toBe('unpaid')
    expect((await orderAtPuente(id)).order.status).toBe('payment_expired')
    expect(await stateOf(id, { close_unpaid: true })).toBe('unpaid')
    expect((await checkoutAt(link)).status).toBe(410)
    expect(await stateOf(id, { close_unpaid: true })).toBe('unpaid')
    expect((await checkoutAt(await linkOf(id))).status).toBe(303)
    expect(await stateOf(id, { close_unpaid: true })).toBe('in_flight')
  })

  it('an order in flight stays open although the plugin asks to close unpaid ones', async () => {
    const id = newOrder()
    const link = await linkOf(id)
    expect(await stateOf(id, { close_unpaid: true })).toBe('in_flight')
    const { status, url } = await checkoutAt(link)
    expect(status).toBe(303)
    await world.pay(url)
    await eventually(async () => statusOf(id) === 'processing')
  })

  it('an abandoned order whose checkout can still be paid is in flight', async () => {
    const id = newOrder()
    const checkoutUrl = await world.checkoutOf(id)
    await world.plugin('POST', '/v1/woocommerce/abandoned-orders', { orders: [id] })
    expect(await stateOf(id)).toBe('in_flight')
    await faults({ webhooks: { drop: 1 } })
    await world.pay(checkoutUrl)
    // Paid after its cancellation: a person decides.
    expect(await stateOf(id)).toBe('unknown')
  })

  it('an order that Puente holds nothing of is unpaid if the gateway has no payment of it', async () => {
    expect(await stateOf(newOrder())).toBe('unpaid')
    const id = newOrder()
    await callGateway(world, 'POST', '/v1/payments', {
      amount: 100,
      external_reference: String(id),
      name: 'Pedido',
    })
    expect(await stateOf(id)).toBe('unknown')
  })

  it('a refunded order is left to a person', async () => {
    const id = await paid()
    const { transaction_id } = (await orderAtPuente(id)).payment
    await world.control('/sandbox/portal/void', { transaction_id })
    await eventually(async () => (await orderAtPuente(id)).order.status === 'voided')
    expect(await stateOf(id)).toBe('unknown')
  })

  it('without an answer of the gateway, unpaid orders are unknown and paid ones stay paid', async () => {
    const [open, never, done] = [newOrder(), newOrder(), await paid()]
    await linkOf(open)
    await faults({ api: { error_500: 1 } })
    const { body } = await ask([open, never, done], { close_unpaid: true })
    expect(body.orders.map(({ state }: Json) => state)).toEqual(['unknown', 'unknown', 'paid'])
    await faults({ api: { error_500: 0 } })
    await pass(world, 45 * MINUTES)
    expect(await stateOf(open)).toBe('unpaid')
  })

  it('a gateway that hangs costs the plugin seconds, and its orders are unknown', async () => {
    const id = newOrder()
    await linkOf(id)
    await faults({ api: { latency_ms: 20_000 } })
    const startedAt = Date.now()
    expect(await stateOf(id, { close_unpaid: true })).toBe('unknown')
    expect(Date.now() - startedAt).toBeLessThan(9_000)
  })

  it('a site that waits shortly gets its answer in time, and no order closes behind its back', async () => {
    const id = newOrder()
    await linkOf(id)
    await pass(world, 45 * MINUTES)
    const latencyMs = 3_000
    await faults({ api: { latency_ms: latencyMs } })
    const startedAt = Date.now()
    expect(await stateOf(id, { close_unpaid: true, within_ms: 1_000 })).toBe('unknown')
    expect(Date.now() - startedAt).toBeLessThan(latencyMs)
    // Lasts as long as the call that went unanswered.
    expect(await stateOf(id)).toBe('unpaid')
    await faults({ api: { latency_ms: 0 } })
    expect((await orderAtPuente(id)).order.status).toBe('payment_expired')
  })

  it('one call asks about 50 orders, each once', async () => {
    const ids = Array.from({ length: 50 }, () => newOrder())
    const { body } = await ask([...ids, ids[0] ?? 0].slice(1))
    expect(body.orders.map(({ order_id }: Json) => Number(order_id)).toSorted()).toEqual(
      ids.toSorted(),
    )
  })

  it('of 100 orders with late events, every paid one is found and none of the open ones closed', async () => {
    const ids = Array.from({ length: 100 }, () => newOrder())
    const checkouts = new Map<number, string>()
    for (const id of ids) checkouts.set(id, await world.checkoutOf(id))
    await faults({ webhooks: { drop: 1 } })
    const isPaid = (id: number) => id % 2 === 0
    for (const id of ids.filter(isPaid)) await world.pay(checkouts.get(id) ?? '')
    const states = new Map<string, string>()
    const unknown = () => ids.filter((id) => states.get(String(id)) === 'unknown')
    for (const id of ids) states.set(String(id), 'unknown')
    // Puente answers within seconds. Orders that a slow machine leaves unknown are asked about again.
    await eventually(async () => {
      for (const half of [unknown().slice(0, 50), unknown().slice(50)].filter(
        ({ length }) => length,
      )) {
        const { body } = await ask(half, { close_unpaid: true })
        for (const { order_id, state } of body.orders) states.set(order_id, state)
      }
      return unknown().length === 0
    })
    for (const id of ids) {
      expect([id, states.get(String(id))]).toEqual([id, isPaid(id) ? 'paid' : 'in_flight'])
    }
    await eventually(async () => ids.filter(isPaid).every((id) => statusOf(id) === 'processing'))
  })

  it('an order that is closed while its customer returns is never both unpaid and payable', async () => {
    for (let round = 0; round < 10; round++) {
      const id = newOrder()
      const request = world.payRequest(id)
      const [state, checkout] = await Promise.all([
        stateOf(id, { close_unpaid: true }),
        world.plugin('POST', '/v1/woocommerce/checkouts', request),
      ])
      // Unknown to Puente when asked, or in flight: the shop cancels only an order without a change since.
      expect(['unpaid', 'unknown', 'in_flight']).toContain(state)
      const again = await stateOf(id, { close_unpaid: true })
      expect(again).toBe(checkout.status === 200 ? 'in_flight' : 'unpaid')
    }
  })

  it.each([
    ['no order', []],
    ['more than 50', Array.from({ length: 51 }, (_, i) => i + 1)],
    ['no id', ['12; DROP TABLE']],
    ['a zero', ['0']],
  ])('a call with %s is refused', async (_, ids) => {
    expect((await ask(ids)).status).toBe(422)
  })
})
