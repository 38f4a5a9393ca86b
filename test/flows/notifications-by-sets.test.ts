import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { platforms } from '../../adapters/registry.ts'
import { insertPendingOrders } from '../../bench/load/pending-orders.ts'
import { readNotificationFacts } from '../../src/db/notifications/notification-facts.ts'
import { getOrder } from '../../src/db/orders/orders.ts'
import { paymentsOfOrder } from '../../src/db/payments/payments.ts'
import { refundsOfOrder } from '../../src/db/payments/refunds.ts'
import { findStore } from '../../src/db/stores/stores.ts'
import { addTasks } from '../../src/db/tasks/outbox.ts'
import { OrderId, StoreId } from '../../src/domain/ids.ts'
import { tasksToNotify } from '../../src/payments/ports/tasks/notification-tasks.ts'
import { type Puente, startPuente } from '../../src/puente.ts'
import { serve } from '../../src/runtime/http/http-server.ts'
import { merchantOf } from '../support/merchant.ts'
import { settled } from '../support/settled.ts'
import { useWorld } from '../support/use-world.ts'
import { connectTestStore, eventually, type Json, TEST_STORE } from '../support/world.ts'

const workers: Puente[] = []
const world = useWorld({ ROLES: 'web' })
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.close()))
})

const startWorker = async (): Promise<Puente> => {
  const worker = await startPuente({
    settings: { ...world.settings, ROLES: ['worker'] },
    platforms,
    databaseUrl: world.databaseUrl,
    log: world.puente.ctx.log,
    gatewayBaseUrl: `${world.sandbox.url}/v1`,
    publicUrl: world.url,
  })
  workers.push(worker)
  return worker
}
const stopWorkers = async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.close()))
}

interface Heard {
  id: string
  order: string
  timestamp: string
}

const shopThat = async (answering: () => Promise<unknown> = async () => {}) => {
  const heard: Heard[] = []
  const underWay = new Set<string>()
  let overlaps = 0
  let answer = answering
  const server = await serve(
    async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const { timestamp, data } = JSON.parse(Buffer.concat(chunks).toString())
      const order: string = data.order.id
      if (underWay.has(order)) overlaps++
      underWay.add(order)
      heard.push({ id: String(request.headers['webhook-id']), order, timestamp })
      await answer()
      underWay.delete(order)
      response.writeHead(204).end()
    },
    { host: '127.0.0.1', port: 0 },
  )
  return {
    url: `http://127.0.0.1:${server.port}/`,
    heard,
    overlaps: () => overlaps,
    answerNow: () => {
      answer = async () => {}
    },
    close: server.close,
  }
}

const storeWithOrders = async (
  id: string,
  { notifyUrl, count }: { notifyUrl: string; count: number },
) => {
  await connectTestStore(world.puente, { id, notifyUrl })
  await insertPendingOrders(world.puente.ctx.db.pool, { store: id, to: count })
}

const plan = async (
  store: string,
  { each, now = world.puente.ctx.clock.now() }: { each: number; now?: Date },
) => {
  const { query } = world.puente.ctx.db
  const orders = await query
    .selectFrom('orders')
    .selectAll()
    .where('store_id', '=', StoreId.parse(store))
    .execute()
  const tasks = orders.flatMap((order) => {
    const { id, current_payment_id: paymentId } = order
    const changes = Array.from({ length: each }, (_, n) => `${id} ${n}`)
    const type = 'order.updated'
    return tasksToNotify(
      order,
      changes.map((key) => ({ type, paymentId, key })),
      { now },
    )
  })
  await addTasks(query, tasks)
  world.puente.ctx.signals.send('puente_work')
}
const tasksOf = (store: string) =>
  world.puente.ctx.db.query
    .selectFrom('tasks')
    .selectAll()
    .where('store_id', '=', StoreId.parse(store))
    .execute()
const linesOf = async (store: string) => {
  const { rows } = await world.puente.ctx.db.pool.query(
    `SELECT kind, details FROM timeline JOIN orders ON orders.id = order_id WHERE store_id = $1`,
    [store],
  )
  return rows as { kind: string; details: Json }[]
}

describe('notifications of two processes', () => {
  it('two workers send each notification once, and those of an order one after another, each with a later time', async () => {
    const shop = await shopThat(() => sleep(2))
    await storeWithOrders('muchas', { notifyUrl: shop.url, count: 120 })
    await plan('muchas', { each: 3 })
    await Promise.all([startWorker(), startWorker()])
    await eventually(async () => shop.heard.length >= 360)
    await settled(world)
    expect(shop.heard).toHaveLength(360)
    expect(new Set(shop.heard.map(({ id }) => id)).size).toBe(360)
    expect(shop.overlaps()).toBe(0)
    for (const ofOrder of Map.groupBy(shop.heard, ({ order }) => order).values()) {
      const times = ofOrder.map(({ timestamp }) => timestamp)
      expect([...new Set(times)].toSorted()).toEqual(times)
    }
    const tasks = await tasksOf('muchas')
    expect(tasks.every(({ state, tries }) => state === 'done' && tries === 1)).toBe(true)
    expect((await linesOf('muchas')).map(({ kind }) => kind)).toEqual(
      Array(360).fill('storefront_told'),
    )
    await stopWorkers()
    await shop.close()
  })
})

describe('a slow store with many notifications', () => {
  it('a slow store delays no other store', async () => {
    const slow = await shopThat(() => sleep(400))
    const other = await shopThat()
    await storeWithOrders('lenta', { notifyUrl: slow.url, count: 150 })
    await storeWithOrders('otra', { notifyUrl: other.url, count: 60 })
    await startWorker()
    await plan('lenta', { each: 1 })
    await eventually(async () => slow.heard.length >= 8)
    await plan('otra', { each: 1 })
    await eventually(async () => other.heard.length === 60)
    expect(slow.heard.length).toBeLessThan(150)
    slow.answerNow()
    await settled(world)
    await stopWorkers()
    await slow.close()
    await other.close()
  })
})

describe('a process that stops', () => {
  it('a stopping worker returns its unsent notifications, and the next one sends them immediately', async () => {
    let letAnswer = () => {}
    const held = new Promise<void>((resolve) => {
      letAnswer = resolve
    })
    const shop = await shopThat(() => held)
    await storeWithOrders('parada', { notifyUrl: shop.url, count: 30 })
    const first = await startWorker()
    await plan('parada', { each: 1 })
    await eventually(async () => shop.heard.length === 8)
    workers.length = 0
    const stopping = first.close()
    const untried = async () =>
      (await tasksOf('parada')).filter(
        ({ state, tries, run_at }) =>
          state === 'ready' && tries === 0 && run_at <= world.puente.ctx.clock.now(),
      )
    await eventually(async () => (await untried()).length === 22)
    shop.answerNow()
    await startWorker()
    await eventually(async () => shop.heard.length === 30)
    letAnswer()
    await stopping
    await settled(world)
    expect(new Set(shop.heard.map(({ id }) => id)).size).toBe(30)
    expect((await tasksOf('parada')).every(({ tries }) => tries === 1)).toBe(true)
    await stopWorkers()
    await shop.close()
  })
})

describe('the age of the oldest waiting notification', () => {
  it('the metrics show the age, and 0 once everything is sent', async () => {
    const age = async (what: string) => {
      const text = await (await fetch(`${world.url}/metrics`)).text()
      return Number(
        new RegExp(`^puente_oldest_waiting_${what}_seconds (\\S+)$`, 'm').exec(text)?.[1],
      )
    }
    const shop = await shopThat()
    await storeWithOrders('vieja', { notifyUrl: shop.url, count: 1 })
    const { ctx } = world.puente
    await plan('vieja', { each: 1, now: new Date(ctx.clock.now().getTime() - 60_000) })
    expect(await age('notification')).toBeGreaterThanOrEqual(60)
    await startWorker()
    await eventually(async () => (await age('notification')) === 0 && (await age('event')) === 0)
    await stopWorkers()
    await shop.close()
  })
})

describe('the rows behind a notification', () => {
  it('the bulk read equals the single reads of store, order, payments and refunds', async () => {
    await startWorker()
    const merchant = merchantOf(world, { prefix: 'F' })
    const first = await merchant.paid()
    await world.control('/sandbox/settle', {})
    for (const amount of ['10.00', '20.00']) {
      await world.api(
        'POST',
        `/v1/orders/${first.id}/refunds`,
        { amount },
        { 'idempotency-key': amount },
      )
    }
    await merchant.readWhen(first.id, ({ refunds }) =>
      refunds.every(({ state }: Json) => state === 'succeeded'),
    )
    await settled(world)
    const { db } = world.puente.ctx
    const { id } = await db.query
      .selectFrom('orders')
      .select('id')
      .where('external_id', '=', first.id)
      .executeTakeFirstOrThrow()
    const at = new Date()
    const facts = await readNotificationFacts(db.pool, new Map([[id, at]]))
    expect([...facts.keys()]).toEqual([id])
    expect(facts.get(id)).toEqual({
      at,
      store: await findStore(db.query, StoreId.parse(TEST_STORE)),
      order: await getOrder(db.query, id),
      payments: await paymentsOfOrder(db.query, id),
      refunds: await refundsOfOrder(db.query, id),
    })
    expect(facts.get(id)?.refunds).toHaveLength(2)
    const nobody = new Map([[OrderId.parse('ord_of_nobody'), at]])
    expect(await readNotificationFacts(db.pool, nobody)).toEqual(new Map())
    await stopWorkers()
  })
})
