import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { hasRedis, startRedis } from '../support/redis-server.ts'
import { settled } from '../support/settled.ts'
import { eventually, startWorld, type World } from '../support/world.ts'

interface Queue {
  name: string
  available: boolean
  start(): Promise<{
    settings: Record<string, string>
    /** Everything that the queue holds is gone. */
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
  it('is lost with all it holds, and every paid order is notified of all the same', async () => {
    const { settings, lose, stop } = await queue.start()
    const world = await startWorld({ WORKER_CONCURRENCY: '1', ...settings })
    try {
      const ids = Array.from({ length: ORDERS }, (_, n) => `Q-${n}`)
      const links = await Promise.all(
        ids.map(async (id) => {
          const order = { id, amount: '10.00', currency: 'HNL' }
          const { body } = await world.api('POST', '/v1/checkouts', { order })
          return body.payment.checkout_url
        }),
      )
      await Promise.all(links.map((link) => world.pay(link)))
      await lose(world)
      await eventually(async () => {
        await letTimePass(world)
        const told = new Set(world.shop.messages.map(({ order }) => order.id))
        return ids.every((id) => told.has(id))
      }, 20_000)
      await settled(world)
      const sales = world.shop.messages.filter(({ type }) => type === 'order.paid')
      expect(new Set(sales.map(({ id }) => id)).size).toBe(ORDERS)
    } finally {
      await world.close()
      await stop()
    }
  })
})

/** As if the time had passed after which a task that is not started is offered to the queue again. */
const letTimePass = async ({ puente }: World): Promise<void> => {
  await puente.ctx.db.query
    .updateTable('tasks')
    .set({ handed_at: new Date(Date.now() - 60_000) })
    .where('state', '=', 'queued')
    .execute()
}
