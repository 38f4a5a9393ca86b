import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  createPuente,
  expressHandler,
  isOrderEvent,
  type NotificationEvent,
  type OrderEvent,
  resultOf,
} from '../../../packages/node/src/index.ts'
import { merchantOf } from '../../support/merchant.ts'
import { settled } from '../../support/settled.ts'
import { useWorld } from '../../support/use-world.ts'
import { CARDS, eventually, NOTIFY_SECRET } from '../../support/world.ts'

const world = useWorld()
const client = () => createPuente({ baseUrl: world.url, apiKey: world.apiKey })

let orders = 0
const newId = (): string => `node-${++orders}`

/** An order with its checkout at the gateway. */
const opened = async (id = newId()) => {
  const order = { id, amount: '125.50', currency: 'HNL' }
  const { payment } = await client().checkouts.create({ order, mode: 'hosted' })
  return { id, checkoutUrl: payment?.checkout_url ?? '' }
}

const paid = async (id?: string): Promise<string> => {
  const order = await opened(id)
  await world.pay(order.checkoutUrl)
  await merchantOf(world).readWhen(order.id, (now) => now.order.status === 'paid')
  return order.id
}

const isOf =
  (id: string, type: string) =>
  (event: NotificationEvent): event is OrderEvent =>
    event.type === type && isOrderEvent(event) && event.data.order.id === id

describe('a shop on the real service', () => {
  it('an order is created, paid, read and refunded', async () => {
    const puente = client()
    const id = await paid()
    const { order, payment } = await puente.orders.retrieve(id)
    expect(order).toMatchObject({ id, status: 'paid', amount: '125.50' })
    expect(payment?.state).toBe('paid')
    const { refund } = await puente.refunds.create(id, { reason: 'broken' })
    expect(refund).toMatchObject({ amount: '125.50', kind: 'void' })
    await settled(world)
    expect((await puente.orders.retrieve(id)).order.status).toBe('voided')
    const { data } = await puente.orders.timeline(id)
    expect(data.length).toBeGreaterThan(2)
  })

  it('a refund that is repeated under its key is made once', async () => {
    const puente = client()
    const id = await paid()
    const again = () => puente.refunds.create(id, {}, { idempotencyKey: `${id}-refund` })
    const [first, second] = [await again(), await again()]
    expect(second.refund.id).toBe(first.refund.id)
  })

  it('errors of the service arrive by their code', async () => {
    const puente = client()
    const unknown = await resultOf(puente.orders.retrieve('no-such-order'))
    expect(unknown).toMatchObject({
      ok: false,
      error: { code: 'not_found', status: 404, tries: 1 },
    })
    const order = { id: newId(), amount: 'much', currency: 'HNL' }
    const wrong = await resultOf(puente.checkouts.create({ order }))
    expect(wrong).toMatchObject({ ok: false, error: { code: 'invalid_fields' } })
    if (wrong.ok || wrong.error.code !== 'invalid_fields') throw new Error('No invalid field')
    expect(wrong.error.problem.errors.map(({ path }) => path)).toEqual(['order.amount'])
    const stranger = createPuente({ baseUrl: world.url, apiKey: 'puente_test_stranger' })
    expect(await resultOf(stranger.store.retrieve())).toMatchObject({
      error: { code: 'wrong_api_key', requestId: expect.stringMatching(/./) },
    })
  })

  it('every list answers, and an iterator reads all pages', async () => {
    const puente = client()
    const ids = [await opened(), await opened(), await opened()].map(({ id }) => id)
    const found: string[] = []
    for await (const { order } of puente.orders.listAll({ limit: 1 })) found.push(order.id)
    expect(found).toEqual(expect.arrayContaining(ids))
    expect(new Set(found).size).toBe(found.length)
    for (const list of [
      puente.alerts.list(),
      puente.events.list(),
      puente.tasks.list(),
      puente.notifications.list(),
      puente.reconciliations.list(),
      puente.circuits.list(),
    ]) {
      expect(await list).toHaveProperty('data')
    }
    expect((await puente.store.retrieve()).id).toBe('tienda')
    expect(await puente.webhookHealth.retrieve()).toBeDefined()
    const csv = await puente.settlements.csv({ from: '2026-01-01', to: '2026-01-02' })
    expect(csv).toContain(',')
  })
})

describe('notifications of the real service', () => {
  it('the handler of a shop verifies what Puente posts, and Puente repeats what the shop failed', async () => {
    const events: NotificationEvent[] = []
    const errors: unknown[] = []
    const handler = expressHandler({
      secret: [undefined, NOTIFY_SECRET],
      onEvent: (event) => {
        if (errors.length === 0) throw new Error('the shop restarts')
        events.push(event)
      },
      onError: (error) => errors.push(error),
    })
    const server = createServer(handler)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const puente = client()
    await puente.store.update({ notify_url: `http://127.0.0.1:${port}/puente` })
    onTestFinished(async () => void (await puente.store.update({ notify_url: world.shop.url })))
    const id = await paid()
    await eventually(async () => errors.length > 0)
    await puente.notifications.resume()
    await eventually(async () => events.some(isOf(id, 'order.paid')))
    const event = events.find(isOf(id, 'order.paid'))
    expect(event?.id).toMatch(/^msg_/)
    expect(event?.data.order).toMatchObject({ id, status: 'paid', amount: '125.50' })
  })
})

describe('listen and replay', () => {
  it('listen hands each notification to a callback, and waitFor finds it', async () => {
    const seen: string[] = []
    const listening = await client().listen({
      to: (event) => void seen.push(event.type),
      types: ['order.paid'],
    })
    onTestFinished(() => listening.close())
    expect(listening.store).toEqual({ id: 'tienda', environment: 'test' })
    const id = await paid()
    const event = await listening.waitFor(isOf(id, 'order.paid'))
    expect(event).toMatchObject({ type: 'order.paid', data: { order: { id } } })
    expect(new Set(seen)).toEqual(new Set(['order.paid']))
    const nothing = listening.waitFor(isOf('nobody', 'order.paid'), { timeoutMs: 50 })
    await expect(nothing).rejects.toThrow(
      `did not arrive within 50 ms. Delivered: order.paid ${id}`,
    )
  })

  it('listen posts to the address of a shop, signed with the secret that it names', async () => {
    const events: NotificationEvent[] = []
    const secret = `whsec_${Buffer.alloc(24, 3).toString('base64')}`
    let failures = 1
    const onEvent = (event: NotificationEvent) => {
      if (failures-- > 0) throw new Error('not yet')
      events.push(event)
    }
    const server = createServer(expressHandler({ secret, onEvent, onError: () => {} }))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const outcomes: string[] = []
    const listening = await client().listen({
      to: `127.0.0.1:${port}/puente`,
      secret,
      onDelivery: ({ outcome, answer }) => void outcomes.push(`${outcome} ${answer}`),
    })
    onTestFinished(() => listening.close())
    expect(listening.secret).toBe(secret)
    const id = await paid()
    await listening.waitFor(isOf(id, 'order.paid'))
    expect(events.some(isOf(id, 'order.paid'))).toBe(true)
    expect(outcomes.slice(0, 2)).toEqual(['retrying 500', 'delivered 204'])
  })

  it('listen skips what fails after its tries, and goes on', async () => {
    const outcomes: string[] = []
    const [bad, good] = [newId(), newId()]
    const listening = await client().listen({
      to: (event) => {
        if (isOf(bad, 'order.paid')(event)) throw new Error('I do not like it')
      },
      types: ['order.paid'],
      tries: 1,
      onDelivery: ({ outcome, answer }) => void outcomes.push(`${outcome} ${answer}`),
    })
    onTestFinished(() => listening.close())
    await paid(bad)
    await paid(good)
    await listening.waitFor(isOf(good, 'order.paid'))
    expect(outcomes).toEqual(['failed I do not like it', 'delivered handled'])
  })

  it('listen rejects a key that the service refuses', async () => {
    const stranger = createPuente({ baseUrl: world.url, apiKey: 'puente_test_stranger' })
    const listening = stranger.listen({ to: () => {} })
    await expect(listening).rejects.toMatchObject({ code: 'wrong_api_key' })
    await expect(client().listen({ to: 'ftp://shop' })).rejects.toThrow('"to" is not a callback')
  })

  it('replay hands the past notifications of an order over, and listen goes on from there', async () => {
    const puente = client()
    const id = await paid()
    await puente.refunds.create(id)
    await settled(world)
    const types: string[] = []
    const replayed = await puente.replay({ to: ({ type }) => void types.push(type), orderId: id })
    expect(types).toEqual(['order.paid', 'order.voided'])
    expect(replayed).toMatchObject({ delivered: 2, failed: [] })
    const rest = await puente.replay({ to: () => {}, after: replayed.cursor })
    expect(rest.delivered).toBe(0)
    const failing = () => Promise.reject(new Error('away'))
    const failed = await puente.replay({ to: failing, orderId: id, tries: 1 })
    expect(failed.failed.map(({ type }) => type)).toEqual(['order.paid', 'order.voided'])
  })

  it('a declined card is seen by an integration test without a public address', async () => {
    const listening = await client().listen({ to: () => {}, types: ['order.payment_failed'] })
    onTestFinished(() => listening.close())
    const { id, checkoutUrl } = await opened()
    await world.pay(checkoutUrl, CARDS.declined)
    const event = await listening.waitFor(isOf(id, 'order.payment_failed'))
    expect(event.type).toBe('order.payment_failed')
  })
})
