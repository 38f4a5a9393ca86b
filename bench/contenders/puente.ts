import { freePort } from '../../src/runtime/net/free-port.ts'
import { insertPendingOrders } from '../load/pending-orders.ts'
import type { Books } from '../measure/balance.ts'
import { startBenchRedis } from './bench-redis.ts'
import type { Contender, RunningService } from './contender.ts'
import type { Installation } from './installation.ts'
import { type PuenteProcess, startPuenteProcess } from './puente-process.ts'

export interface PuenteKind {
  processes: 'together' | 'apart'
  jobs: 'PostgreSQL' | 'Redis'
}

export const keyOfPuente = ({ processes, jobs }: PuenteKind): string =>
  `${processes}-${jobs.toLowerCase()}`

const ROLES = { together: ['web,worker'], apart: ['web', 'worker'] }
const TEXTS = { together: 'Puente in one process', apart: 'Puente, web and worker apart' }

export const puente = (
  installation: Installation,
  kind: PuenteKind,
  {
    store,
    key = keyOfPuente(kind),
    name = `${TEXTS[kind.processes]}, jobs on ${kind.jobs}`,
    settings,
  }: {
    store: string
    key?: string
    name?: string
    settings?: Readonly<Record<string, string>>
  },
): Contender => {
  const { observer } = installation
  let next = 1
  return {
    key,
    name,
    observer,
    path: `/webhooks/gateway/${store}`,
    start: () => startPuente(installation, kind, settings),
    prepare: async (count) => {
      const numbers = { from: next, to: next + count - 1 }
      next += count
      await insertPendingOrders(observer, { store, ...numbers })
      return numbers
    },
    countPaid: async ({ from, to }) => {
      const [row] = await observer.query<{ paid: number }>(
        `SELECT count(*)::int AS paid FROM orders
         WHERE store_id = $1 AND status = 'paid' AND external_id = ANY(
           SELECT n::text FROM generate_series($2::int, $3::int) n)`,
        [store, from, to],
      )
      return row?.paid ?? 0
    },
    books: async ({ from, to }, eventIds) => {
      const [row] = await observer.query<Books>(
        `WITH sent AS (SELECT state FROM events WHERE store_id = $1 AND message_id = ANY($4)),
           planned AS (
             SELECT FROM tasks JOIN orders ON orders.id = tasks.order_id
             WHERE kind = 'notify-storefront' AND orders.store_id = $1
               AND external_id = ANY(SELECT n::text FROM generate_series($2::int, $3::int) n))
         SELECT count(*)::int AS kept, (count(*) FILTER (WHERE state = 'handled'))::int AS applied,
           (count(*) FILTER (WHERE state <> 'handled'))::int AS waiting,
           (SELECT count(*)::int FROM planned) AS planned
         FROM sent`,
        [store, from, to, eventIds],
      )
      if (!row) throw new Error('no books')
      return row
    },
  }
}

export const startPuente = async (
  { environment, port }: Installation,
  { processes, jobs }: PuenteKind,
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningService> => {
  const redis = jobs === 'Redis' ? await startBenchRedis() : undefined
  const running: PuenteProcess[] = []
  const stop = async () => {
    for (const each of running) await each.stop()
    await redis?.stop()
  }
  try {
    for (const roles of ROLES[processes]) {
      const own = {
        ...settings,
        ROLES: roles,
        ...(redis && { REDIS_URL: redis.url }),
        ...(roles === 'worker' && { PRIVATE_PORT: String(await freePort()) }),
      }
      running.push(await startPuenteProcess({ ...environment, ...own }))
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { port, pids: running.map(({ pid }) => pid), redisPid: redis?.pid, stop }
}
