import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { hasRedis, type RedisServer, startRedis } from '../support/redis-server.ts'
import { CARDS, startWorld, type World } from '../support/world.ts'

const order = (id: string, amount = '125.50') => ({ order: { id, amount, currency: 'HNL' } })

const backends = [
  { jobs: 'PostgreSQL', available: true },
  { jobs: 'Redis', available: hasRedis() },
]

describe.each(backends)('an order that gets paid, with jobs on $jobs', ({ jobs, available }) => {
  let world: World
  let redis: RedisServer | undefined
  beforeAll(async () => {
    if (!available) return
    redis = jobs === 'Redis' ? await startRedis() : undefined
    world = await startWorld(redis ? { REDIS_URL: redis.url } : {})
  })
  afterAll(async () => {
    await world?.close()
    await redis?.stop()
  })

  it.skipIf(!available)(
    'the store is notified once the gateway says that the order is paid',
    async () => {
      const created = await world.api('POST', '/v1/checkouts', {
        order: {
          id: 'A-1',
          number: '1001',
          amount: '125.50',
          currency: 'HNL',
          description: 'Café',
        },
      })
      expect(created.status).toBe(201)
      expect(created.body).toMatchObject({
        order: {
          id: 'A-1',
          number: '1001',
          amount: '125.50',
          currency: 'HNL',
          status: 'awaiting_payment',
        },
        payment: { state: 'pending', amount: '125.50', attempt: 1 },
      })

      const opened = await fetch(created.body.pay_url, { redirect: 'manual' })
      expect(opened.status).toBe(303)
      const checkoutUrl = opened.headers.get('location') ?? ''
      expect(checkoutUrl).toBe(created.body.payment.checkout_url)

      const charged = await world.pay(checkoutUrl)
      expect(charged.status).toBe('approved')
      const told = await world.shop.waitFor(({ order: { id } }) => id === 'A-1')
      expect(told).toMatchObject({
        type: 'order.paid',
        order: { id: 'A-1', status: 'paid' },
        payment: { state: 'paid', transaction_id: charged.transaction_id },
      })

      const read = await world.api('GET', '/v1/orders/A-1')
      expect(read.body).toMatchObject({ order: { status: 'paid' }, payment: { state: 'paid' } })
      const kinds = await eventually(async () => {
        const { body } = await world.api('GET', '/v1/orders/A-1/timeline')
        const all: string[] = body.data.map(({ kind }: { kind: string }) => kind)
        return all.includes('storefront_told') ? all : undefined
      })
      expect(kinds).toEqual([
        'order_taken',
        'payment_intended',
        'payment_created',
        'order_status_changed',
        'event_applied',
        'storefront_told',
      ])
    },
  )

  it.skipIf(!available)(
    'a declined card leaves the order payable, and the store is notified of both',
    async () => {
      const { body } = await world.api('POST', '/v1/checkouts', order('A-2'))
      expect(await world.pay(body.payment.checkout_url, CARDS.declined)).toMatchObject({
        status: 'declined',
      })
      const failed = await world.shop.waitFor(({ order: { id } }) => id === 'A-2')
      expect(failed).toMatchObject({
        type: 'order.payment_failed',
        order: { status: 'awaiting_payment' },
      })

      await world.pay(body.payment.checkout_url)
      await world.shop.waitFor(({ type, order: { id } }) => id === 'A-2' && type === 'order.paid')
    },
  )
})
