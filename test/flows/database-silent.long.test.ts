import pg from 'pg'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { createLog } from '../../src/runtime/log/log.ts'
import { deliver, unmatchedEvent } from '../support/gateway-events.ts'
import { merchantOf } from '../support/merchant.ts'
import { hasPgBouncer, startPgBouncer } from '../support/pgbouncer.ts'
import { type SilentProxy, startSilentProxy } from '../support/silent-proxy.ts'
import { eventually, type Json, startWorld, type World } from '../support/world.ts'

const closers: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

const keptLog = () => {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  return { log: createLog({ level: 'info', service: 'test', destination }), lines }
}

const worldBehindProxy = async (
  settings: Record<string, string>,
): Promise<{ world: World; proxy: SilentProxy; lines: string[] }> => {
  const { log, lines } = keptLog()
  let proxy: SilentProxy | undefined
  const through = async (url: string): Promise<string> => {
    proxy = await startSilentProxy(url)
    closers.push(proxy.close)
    return proxy.url
  }
  const world = await startWorld(settings, { through, log })
  closers.push(world.close)
  if (!proxy) throw new Error('no proxy')
  return { world, proxy, lines }
}

const handled = (world: World, body: string): Promise<boolean> =>
  world.puente.ctx.db.query
    .selectFrom('events')
    .select('outcome')
    .where('message_id', '=', JSON.parse(body).id)
    .where('state', '=', 'handled')
    .executeTakeFirst()
    .then((event) => event !== undefined)

const timed = async <T>(work: Promise<T>): Promise<{ answer: T; ms: number }> => {
  const startedAt = Date.now()
  return { answer: await work, ms: Date.now() - startedAt }
}

describe('a PostgreSQL that goes silent without closing a connection', () => {
  it('deliveries are refused in time, /health says so, and everything resumes without a restart', async () => {
    const { world, proxy, lines } = await worldBehindProxy({ DATABASE_TIMEOUT_MS: '2000' })
    const merchant = merchantOf(world)
    const order = await merchant.open()
    expect((await deliver(world.url, { body: unmatchedEvent() })).status).toBe(200)

    proxy.silence()
    const deliveries = await Promise.all(
      Array.from({ length: 20 }, () => timed(deliver(world.url, { body: unmatchedEvent() }))),
    )
    expect(new Set(deliveries.map(({ answer }) => answer.status))).toEqual(new Set([503]))
    expect(Math.max(...deliveries.map(({ ms }) => ms))).toBeLessThan(6_000)
    const health = await timed(fetch(`${world.url}/health`))
    expect([health.answer.status, await health.answer.json()]).toEqual([
      503,
      { status: 'no database' },
    ])
    expect(health.ms).toBeLessThan(4_000)
    const asked = await timed(world.api('GET', `/v1/orders/${order.id}`))
    expect([asked.answer.status, asked.answer.body.code]).toEqual([503, 'try_again'])

    proxy.forward()
    const body = unmatchedEvent()
    const answered = eventually(async () => (await deliver(world.url, { body })).status === 200)
    await answered
    await eventually(() => handled(world, body))
    await world.pay(order.checkoutUrl)
    await merchant.readWhen(order.id, ({ order }) => order.status === 'paid')
    await eventually(async () => merchant.notifications(order.id).includes('order.paid'))
    expect((await fetch(`${world.url}/health`)).status).toBe(200)
    expect(lines.length).toBeLessThan(100)
  })

  it('a process that stops while PostgreSQL is silent ends in time, without errors', async () => {
    const { world, proxy } = await worldBehindProxy({ GATEWAY_TIMEOUT_MS: '1000' })
    const merchant = merchantOf(world)
    await merchant.open()
    proxy.silence()
    const asking = deliver(world.url, { body: unmatchedEvent() }).catch(() => undefined)
    closers.pop()
    const { ms } = await timed(world.close())
    expect(ms).toBeLessThan(9_000)
    await asking
  })
})

describe('an order row locked for longer than a statement may take', () => {
  it('the client gets 503, the event waits, and no connection counts as dead', async () => {
    const { log, lines } = keptLog()
    const world = await startWorld({ DATABASE_TIMEOUT_MS: '1500' }, { log })
    closers.push(world.close)
    const merchant = merchantOf(world)
    const order = await merchant.open()
    const holder = new pg.Client(world.databaseUrl)
    await holder.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT FROM puente.orders FOR UPDATE')

    const { answer } = await timed(
      world.api('POST', '/v1/checkouts', {
        order: { id: order.id, amount: '31.00', currency: 'HNL' },
      }),
    )
    expect([answer.status, answer.body.code]).toEqual([503, 'try_again'])
    await world.pay(order.checkoutUrl)
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    await holder.end()
    await merchant.readWhen(order.id, ({ order }) => order.status === 'paid')
    await eventually(async () => merchant.notifications(order.id).includes('order.paid'))
    expect(lines.filter((line) => /idle database connection lost/.test(line))).toEqual([])
    expect(lines.filter((line) => /"level":"(?:error|fatal)"/.test(line)).length).toBeLessThan(2)
    expect(lines.length).toBeLessThan(100)
  })
})

describe('a database that takes no writes', () => {
  const ofDatabase = async (url: string, ...statements: string[]): Promise<void> => {
    const name = new URL(url).pathname.slice(1)
    const client = new pg.Client(inject('postgresUrl'))
    await client.connect()
    for (const statement of statements) await client.query(statement.replaceAll('$NAME', name))
    await client.end()
  }
  const CUT = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '$NAME'`

  it('/health names the database, the log stays short, the worker counts as stuck, and all resumes with the writes', async () => {
    const { log, lines } = keptLog()
    const world = await startWorld({ PRIVATE_PORT: '' }, { log })
    closers.push(world.close)
    await deliver(world.url, { body: unmatchedEvent() })
    const before = lines.length
    await ofDatabase(
      world.databaseUrl,
      'ALTER DATABASE $NAME SET default_transaction_read_only = on',
      CUT,
    )
    const answers: number[] = []
    for (let n = 0; n < 30; n++) {
      answers.push((await deliver(world.url, { body: unmatchedEvent() })).status)
    }
    expect(new Set(answers)).toEqual(new Set([503]))
    const answer = await eventually(async () => {
      const health = await fetch(`${world.url}/health`)
      const { status } = (await health.json()) as Json
      return status === 'database takes no writes' && health.status
    })
    expect(answer).toBe(503)
    await eventually(async () => {
      const metrics = await (await fetch(`${world.url}/metrics`)).text()
      return /puente_worker_stuck_seconds [1-9]/.test(metrics)
    })
    const said = () => lines.filter((line) => line.includes('makes no progress'))
    await eventually(async () => said().length > 0)
    expect(said()).toHaveLength(1)
    expect(lines.length - before).toBeLessThan(60)

    await ofDatabase(
      world.databaseUrl,
      'ALTER DATABASE $NAME RESET default_transaction_read_only',
      CUT,
    )
    const body = unmatchedEvent()
    await eventually(async () => (await deliver(world.url, { body })).status === 200)
    await eventually(() => handled(world, body))
    // The relay's backoff may last a few seconds longer.
    await eventually(async () => (await fetch(`${world.url}/health`)).status === 200)
  })
})

describe.skipIf(!hasPgBouncer())('a database behind PgBouncer in session mode', () => {
  it('an order gets paid and the store is notified, with jobs and signals through the pooler', async () => {
    const through = async (url: string): Promise<string> => {
      const bouncer = await startPgBouncer(url, { pool_mode: 'session' })
      closers.push(bouncer.stop)
      return bouncer.url
    }
    const world = await startWorld({}, { through })
    closers.push(world.close)
    const merchant = merchantOf(world)
    const order = await merchant.open()
    await world.pay(order.checkoutUrl)
    await merchant.readWhen(order.id, ({ order }) => order.status === 'paid')
    await eventually(async () => merchant.notifications(order.id).includes('order.paid'))
    const { rows } = await world.puente.ctx.db.pool.query('SHOW synchronous_commit')
    expect(rows[0].synchronous_commit).toBe('on')
  })
})
