import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import type { RedisServer } from '../support/redis-server.ts'
import type { ChaosWorld } from './world/chaos-world.ts'

/**
 * The machine of PostgreSQL is gone from the network: nothing is answered and nothing is closed. Then
 * another one answers at its address, which knows none of the transactions that were open.
 */
export const postgresSilent = async ({ lane, draw }: ChaosWorld): Promise<string> => {
  const { addresses, database } = lane
  const silentMs = draw.between(1_000, 5_000)
  addresses?.postgres.fallSilent()
  await sleep(silentMs)
  await database.use('puente', (client) =>
    client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = 'puente' AND pid <> pg_backend_pid()`,
    ),
  )
  addresses?.postgres.speak()
  return `for ${silentMs} ms: connections from before stay open and say nothing`
}

export const redisSilent = async ({ lane: { addresses }, draw }: ChaosWorld): Promise<string> => {
  const silentMs = draw.between(1_000, 5_000)
  addresses?.redis.fallSilent()
  await sleep(silentMs)
  addresses?.redis.speak()
  return `for ${silentMs} ms: connections from before stay open and say nothing`
}

/** Another Redis takes its place, while what was connected to the old one stays so. */
export const redisDemoted = async ({
  lane: { addresses, redis },
  draw,
}: ChaosWorld): Promise<string> => {
  if (!addresses || !redis) return ''
  const { spareRedis } = addresses
  const awayMs = draw.between(1_000, 4_000)
  await order(redis, 'REPLICAOF', '127.0.0.1', String(spareRedis.port))
  await sleep(draw.between(0, 1_000))
  addresses.redis.pointAt(spareRedis.port)
  await sleep(awayMs)
  await order(redis, 'REPLICAOF', 'NO', 'ONE')
  addresses.redis.pointAt(redis.port)
  addresses.redis.cut()
  return `and master again ${awayMs} ms later`
}

const order = async ({ url }: RedisServer, ...command: [string, ...string[]]): Promise<void> => {
  const client = new Redis(url)
  const [name, ...more] = command
  await client.call(name, ...more)
  client.disconnect()
}

/** A new version comes: one process after the other is told to stop, and started again. */
export const rollingRestart = async ({ web, workers, complaints }: ChaosWorld): Promise<string> => {
  for (const process of [...workers, web]) complaints.push(...(await process.restart()))
  return 'both workers, then web'
}
