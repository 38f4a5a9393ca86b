import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort, serve } from '../src/runtime/http-server.ts'
import { hasRedis, startRedis } from '../test/support/redis-server.ts'
import { BENCH_SECRET, BENCH_STORE, type Installation, install } from './installation.ts'
import { sendLoad, writtenRequest } from './load.ts'
import { insertPendingOrders } from './pending-orders.ts'
import { type PuenteProcess, startPuenteProcess } from './puente-process.ts'
import { signedDelivery } from './signed-deliveries.ts'
import { median, type Row } from './table.ts'

const CONNECTIONS = 16
const ROUNDS = 3
const EVENTS = { plain: 10_000, notified: 1_000 }
const MOST_MS = 120_000

/** One round: how long it takes, and what it costs PostgreSQL. */
interface Round {
  appliedPerSecond: number
  notifiedPerSecond?: number | undefined
  commitsPerEvent: number
}

interface Numbers {
  from: number
  to: number
}

interface Contender {
  /** Makes orders that wait for the payments with these numbers at the gateway. */
  prepare(numbers: Numbers): Promise<void>
  port: number
  path: string
  /** How many orders are paid. */
  countPaid(): Promise<number>
}

/**
 * How many orders a second are paid by events of as many payments, beside a service written by hand
 * (`bench/baseline/`), with and without a shop that is notified of each.
 */
export const benchEvents = async (): Promise<Row[]> => {
  if (!hasRedis()) {
    return [{ what: 'orders paid by events', figure: '-', note: 'needs redis-server on the PATH' }]
  }
  const plain = await compare({ isNotified: false })
  return [...plain, ...(await compare({ isNotified: true }))]
}

const compare = async ({ isNotified }: { isNotified: boolean }): Promise<Row[]> => {
  const shop = await countingShop()
  const shopUrl = isNotified ? `http://127.0.0.1:${shop.port}/` : ''
  const contenders = {
    baseline: (each: Installation) => baseline(each, shopUrl),
    together: (each: Installation) => puente(each, ['web,worker']),
    apart: (each: Installation) => puente(each, ['web', 'worker']),
  }
  const measureOne = (name: keyof typeof contenders) =>
    measure(contenders[name], { shop, isNotified, notifyUrl: name === 'baseline' ? '' : shopUrl })
  const rounds = {
    baseline: await measureOne('baseline'),
    together: await measureOne('together'),
    apart: await measureOne('apart'),
  }
  await shop.close()
  const of = (measured: readonly Round[], figure: (round: Round) => number) =>
    median(measured.map(figure))
  const applied = (round: Round) => round.appliedPerSecond
  const notified = (round: Round) => round.notifiedPerSecond ?? 0
  const row = (
    what: string,
    measured: readonly Round[],
    figure: (round: Round) => number,
  ): Row => ({
    what,
    figure: `${Math.round(of(measured, figure))}/s`,
    ratio: (of(measured, figure) / of(rounds.baseline, figure)).toFixed(2),
    note: `${of(measured, (round) => round.commitsPerEvent).toFixed(2)} commits per event`,
  })
  const shopText = isNotified ? ', shop notified' : ''
  return [
    row(`paid: Express + BullMQ + one UPDATE${shopText}`, rounds.baseline, applied),
    row(`paid: Puente in one process${shopText}`, rounds.together, applied),
    row(`paid: Puente, web and worker apart${shopText}`, rounds.apart, applied),
    ...(isNotified
      ? [
          row('notified: Express + BullMQ + one UPDATE', rounds.baseline, notified),
          row('notified: Puente in one process', rounds.together, notified),
          row('notified: Puente, web and worker apart', rounds.apart, notified),
        ]
      : []),
  ]
}

interface CountingShop {
  port: number
  told(): number
  close(): Promise<void>
}

const countingShop = async (): Promise<CountingShop> => {
  let told = 0
  const server = await serve(
    (request, response) => {
      request.resume().on('end', () => {
        told++
        response.writeHead(204).end()
      })
    },
    { host: '127.0.0.1', port: 0 },
  )
  return { port: server.port, told: () => told, close: server.close }
}

const measure = async (
  start: (installation: Installation) => Promise<{ contender: Contender; stop(): Promise<void> }>,
  { shop, isNotified, notifyUrl }: { shop: CountingShop; isNotified: boolean; notifyUrl: string },
): Promise<Round[]> => {
  const events = isNotified ? EVENTS.notified : EVENTS.plain
  const installation = await install(notifyUrl || null)
  const { contender, stop } = await start(installation)
  const rounds: Round[] = []
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const from = round * events + 1
      await contender.prepare({ from, to: from + events - 1 })
      const requests = Array.from({ length: events }, (_, n) => {
        const id = from + n
        const { eventId, headers, body } = signedDelivery(BENCH_SECRET, { id, reference: `${id}` })
        return writtenRequest({ tag: eventId, method: 'POST', path: contender.path, headers, body })
      })
      const paidBefore = await contender.countPaid()
      const toldBefore = shop.told()
      const commitsBefore = await commitsOf(installation)
      const startedAt = performance.now()
      const sending = sendLoad({
        port: contender.port,
        connections: CONNECTIONS,
        durationMs: MOST_MS,
        requests,
        expectedStatus: 200,
      })
      const secondsUntil = async (count: () => Promise<number> | number): Promise<number> => {
        while ((await count()) < events) {
          if (performance.now() - startedAt > MOST_MS) throw new Error('it takes too long')
          await new Promise((resolve) => setTimeout(resolve, 200))
        }
        return (performance.now() - startedAt) / 1_000
      }
      const [appliedIn, notifiedIn] = await Promise.all([
        secondsUntil(async () => (await contender.countPaid()) - paidBefore),
        isNotified ? secondsUntil(() => shop.told() - toldBefore) : undefined,
      ])
      const { refused } = await sending
      if (refused > 0) throw new Error(`${refused} events were refused`)
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      rounds.push({
        appliedPerSecond: events / appliedIn,
        notifiedPerSecond: notifiedIn && events / notifiedIn,
        commitsPerEvent: ((await commitsOf(installation)) - commitsBefore) / events,
      })
    }
    return rounds
  } finally {
    await stop()
    await installation.remove()
  }
}

const commitsOf = async ({ db }: Installation): Promise<number> => {
  const { rows } = await db.pool.query(
    'SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()',
  )
  return Number(rows[0]?.xact_commit)
}

const baseline = async ({ db, databaseUrl }: Installation, shopUrl: string) => {
  await db.pool.query(
    `CREATE TABLE baseline_orders (id bigint PRIMARY KEY, status text NOT NULL, paid_at timestamptz)`,
  )
  const redis = await startRedis()
  if (!redis) throw new Error('The baseline needs redis-server on the PATH')
  const script = fileURLToPath(new URL('baseline/server.ts', import.meta.url))
  const url = new URL(databaseUrl)
  url.searchParams.set('options', '-c search_path=puente')
  const child: ChildProcess = fork(script, [BENCH_SECRET, url.href, redis.url, shopUrl])
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return {
    contender: {
      port,
      path: '/',
      prepare: async ({ from, to }: Numbers) => {
        await db.pool.query(
          `INSERT INTO baseline_orders (id, status)
           SELECT n, 'awaiting_payment' FROM generate_series($1::int, $2::int) n`,
          [from, to],
        )
      },
      countPaid: async () => {
        const { rows } = await db.pool.query(
          `SELECT count(*)::int AS paid FROM baseline_orders WHERE status = 'paid'`,
        )
        return rows[0].paid
      },
    },
    stop: async () => {
      child.kill('SIGKILL')
      await redis.stop()
    },
  }
}

const puente = async (installation: Installation, processes: readonly string[]) => {
  const { db, environment, port } = installation
  const running: PuenteProcess[] = []
  for (const roles of processes) {
    const own: Record<string, string> =
      roles === 'worker' ? { PRIVATE_PORT: String(await freePort()) } : {}
    running.push(await startPuenteProcess({ ...environment, ROLES: roles, ...own }))
  }
  return {
    contender: {
      port,
      path: `/webhooks/gateway/${BENCH_STORE}`,
      prepare: (numbers: Numbers) => insertPendingOrders(db, { store: BENCH_STORE, ...numbers }),
      countPaid: async () => {
        const { rows } = await db.pool.query(
          `SELECT count(*)::int AS paid FROM orders WHERE status = 'paid'`,
        )
        return rows[0].paid
      },
    },
    stop: async () => {
      for (const { stop } of running) await stop()
    },
  }
}
