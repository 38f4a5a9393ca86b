import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import type { RedisServer } from '../support/redis-server.ts'
import type { SilentProxy } from '../support/silent-proxy.ts'
import type { ChaosWorld } from './world/chaos-world.ts'

/**
 * PostgreSQL's host drops off the network without a close. Another server then takes over its
 * address, without the open transactions.
 */
export const postgresSilent = ({ lane: { addresses }, draw }: ChaosWorld): Promise<string> =>
  silentFor(addresses?.postgres, draw.between(1_000, 5_000))

export const redisSilent = ({ lane: { addresses }, draw }: ChaosWorld): Promise<string> =>
  silentFor(addresses?.redis, draw.between(1_000, 5_000))

const silentFor = async (engine: SilentProxy | undefined, ms: number): Promise<string> => {
  engine?.silence()
  await sleep(ms)
  engine?.forward()
  return `for ${ms} ms: connections from before stay open and say nothing`
}

/** Another Redis takes over; connections to the demoted one stay open. */
export const redisDemoted = async ({
  lane: { addresses, redis },
  draw,
}: ChaosWorld): Promise<string> => {
  if (!addresses || !redis) return ''
  const { spareRedis } = addresses
  const awayMs = draw.between(1_000, 4_000)
  await order(redis, 'REPLICAOF', '127.0.0.1', String(spareRedis.port))
  await sleep(draw.between(0, 1_000))
  addresses.redis.forward(spareRedis.url)
  await sleep(awayMs)
  await order(redis, 'REPLICAOF', 'NO', 'ONE')
  addresses.redis.cut()
  addresses.redis.forward(redis.url)
  return `and master again ${awayMs} ms later`
}

const order = async ({ url }: RedisServer, ...command: [string, ...string[]]): Promise<void> => {
  const client = new Redis(url)
  const [name, ...more] = command
  await client.call(name, ...more)
  client.disconnect()
}

export const rollingRestart = async ({ web, workers, complaints }: ChaosWorld): Promise<string> => {
  for (const process of [...workers, web]) complaints.push(...(await process.restart()))
  return 'both workers, then web'
}
