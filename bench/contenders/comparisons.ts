import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startBenchRedis } from './bench-redis.ts'
import type { Contender, RunningService } from './contender.ts'
import { endWithUs } from './end-with-us.ts'
import { BENCH_SECRET, type Installation } from './installation.ts'

const BARE = new URL('../baseline/bare.ts', import.meta.url)
const BATCHED = new URL('../baseline/batched.ts', import.meta.url)
const BY_HAND = new URL('../baseline/by-hand.ts', import.meta.url)

const startProgram = async (
  program: URL,
  args: readonly string[] = [],
): Promise<RunningService> => {
  const child = endWithUs(fork(fileURLToPath(program), [BENCH_SECRET, ...args]))
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const stop = async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  return { port, pids: [child.pid ?? 0], stop }
}

export const startBare = (): Promise<RunningService> => startProgram(BARE)

export const batched = async (installation: Installation): Promise<Contender> => ({
  ...(await ordersOf(installation)),
  key: 'batched',
  name: 'limit: batched INSERT and UPDATE',
  start: () => startProgram(BATCHED, [urlOf(installation)]),
})

export const byHand = async (
  installation: Installation,
  { shopUrl = '' }: { shopUrl?: string } = {},
): Promise<Contender> => ({
  ...(await ordersOf(installation)),
  key: 'by-hand',
  name: 'by hand: Express, BullMQ, one UPDATE',
  start: async () => {
    const redis = await startBenchRedis()
    const service = await startProgram(BY_HAND, [urlOf(installation), redis.url, shopUrl])
    const stop = async () => {
      await service.stop()
      await redis.stop()
    }
    return { ...service, redisPid: redis.pid, stop }
  },
})

const urlOf = ({ databaseUrl }: Installation): string => {
  const url = new URL(databaseUrl)
  url.searchParams.set('options', '-c search_path=puente')
  return url.href
}

const ordersOf = async ({
  observer,
}: Installation): Promise<Pick<Contender, 'observer' | 'path' | 'prepare' | 'countPaid'>> => {
  await observer.query(
    'CREATE TABLE baseline_orders (id bigint PRIMARY KEY, status text NOT NULL, paid_at timestamptz)',
  )
  await observer.query('CREATE TABLE baseline_events (id text PRIMARY KEY, body bytea NOT NULL)')
  let next = 1
  return {
    observer,
    path: '/',
    prepare: async (count) => {
      const numbers = { from: next, to: next + count - 1 }
      next += count
      await observer.query(
        `INSERT INTO baseline_orders (id, status)
         SELECT n, 'awaiting_payment' FROM generate_series($1::int, $2::int) n`,
        [numbers.from, numbers.to],
      )
      await observer.query('ANALYZE baseline_orders')
      return numbers
    },
    countPaid: async ({ from, to }) => {
      const [row] = await observer.query<{ paid: number }>(
        `SELECT count(*)::int AS paid FROM baseline_orders
         WHERE status = 'paid' AND id BETWEEN $1 AND $2`,
        [from, to],
      )
      return row?.paid ?? 0
    },
  }
}
