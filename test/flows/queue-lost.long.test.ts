import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { merchantOf } from '../support/merchant.ts'
import { hasRedis, startRedis } from '../support/redis-server.ts'
import { settled } from '../support/settled.ts'
import { worldForTest } from '../support/use-world.ts'
import { eventually, type World } from '../support/world.ts'

interface Queue {
  name: string
  available: boolean
  start(): Promise<{
    settings: Record<string, string>
    lose(world: World): Promise<void>
    stop(): Promise<void>
  }>
}

const queues: Queue[] = [
  {
    name: 'PostgreSQL',
    available: true,
    start: async () => ({
      settings: {},
      lose: async ({ puente }) => {
        const { query } = puente.ctx.db
        const { rows } = await sql<{ tablename: string }>`
          SELECT tablename FROM pg_tables WHERE schemaname = 'bullmq' AND tablename LIKE '%job%'
        `.execute(query)
        expect(rows).not.toEqual([])
        const tables = rows.map(({ tablename }) => sql.table(`bullmq.${tablename}`))
        await sql`TRUNCATE ${sql.join(tables)} CASCADE`.execute(query)
      },
      stop: async () => {},
    }),
  },
  {
    name: 'Redis',
    available: hasRedis(),
    start: async () => {
      const redis = await startRedis()
      if (!redis) throw new Error('no redis-server')
      return {
        settings: { REDIS_URL: redis.url },
        lose: async () => {
          await redis.kill()
          await redis.start()
        },
        stop: redis.stop,
      }
    },
  },
]

const ORDERS = 15

describe.each(queues.filter(({ available }) => available))('the queue on $name', (queue) => {
  it('every refund is made and every store notified after the queue is lost with all its jobs', async () => {
    const { settings, lose, stop } = await queue.start()
    onTestFinished(stop)
    const world = await worldForTest({ WORKER_CONCURRENCY: '1', ...settings })
    const merchant = merchantOf(world, { prefix: 'Q' })
    const orders = await Promise.all(Array.from({ length: ORDERS }, () => merchant.paid()))
    const refunding = orders.map(({ id }) => merchant.refundInFull(id))
    await eventually(() => firstQueued(world))
    await lose(world)
    await eventually(async () => {
      await letTimePass(world)
      return orders.every(({ id }) => merchant.notifications(id).length === 2)
    })
    await Promise.all(refunding)
    await settled(world)
    for (const { id } of orders) {
      expect(merchant.notifications(id)).toEqual(['order.paid', 'order.voided'])
      expect(await merchant.keptAtGateway(id)).toBe(0)
    }
  })
})

describe.skipIf(!hasRedis())('a Redis that is down', () => {
  it('events are applied and stores notified without Redis', async () => {
    const redis = await startRedis()
    if (!redis) throw new Error('no redis-server')
    onTestFinished(redis.stop)
    const world = await worldForTest({ REDIS_URL: redis.url })
    const merchant = merchantOf(world, { prefix: 'A' })
    const { id } = await merchant.paid()
    await eventually(async () => merchant.notifications(id).length === 1)
    await redis.kill()
    const later = await merchant.paid()
    await eventually(async () => merchant.notifications(later.id).length === 1)
    await redis.start()
  })
})

const firstQueued = ({ puente }: World) =>
  puente.ctx.db.query
    .selectFrom('tasks')
    .select('id')
    .where('state', '=', 'queued')
    .executeTakeFirst()

/** The relay enqueues aged tasks again. */
const letTimePass = async ({ puente }: World): Promise<void> => {
  await puente.ctx.db.query
    .updateTable('tasks')
    .set({ handed_at: new Date(Date.now() - 60_000) })
    .where('state', '=', 'queued')
    .execute()
}
