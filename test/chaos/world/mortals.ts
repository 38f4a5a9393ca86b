import { setTimeout as sleep } from 'node:timers/promises'
import type { ChaosWorld } from './chaos-world.ts'

export const KILLABLE = ['web', 'workers', 'postgres', 'redis'] as const
export type Killable = (typeof KILLABLE)[number]

export type Killed = Record<Killable, number>

export const noKills = (): Killed => ({ web: 0, workers: 0, postgres: 0, redis: 0 })

export const killWeb = async ({ web, killed }: ChaosWorld, awayMs: number): Promise<void> => {
  killed.web += 1
  await web.kill(awayMs)
}

export const killOneWorker = async (
  { workers, killed, draw }: ChaosWorld,
  awayMs: number,
): Promise<void> => {
  killed.workers += 1
  await draw.oneOf(workers).kill(awayMs)
}

export const killAllWorkers = async (
  { workers, killed }: ChaosWorld,
  awayMs: number,
): Promise<void> => {
  killed.workers += workers.length
  await Promise.all(workers.map((worker) => worker.kill(awayMs)))
}

/** Resolves after recovery. */
export const killPostgres = async (
  { lane: { database }, killed }: ChaosWorld,
  awayMs: number,
): Promise<void> => {
  killed.postgres += 1
  database.kill(awayMs)
  await sleep(awayMs)
  await database.use('puente', (client) => client.query('SELECT 1'))
}

export const killRedis = async (
  { lane: { redis }, killed }: ChaosWorld,
  awayMs: number,
): Promise<void> => {
  if (!redis) return
  killed.redis += 1
  await redis.kill()
  await sleep(awayMs)
  await redis.start()
}
