import { errorMessage, UserError } from '../failure.ts'
import { connectRedis } from './connect-redis.ts'
import { type RedisAddress, redisAddressOf, shownServers } from './redis-address.ts'

const ONCE = {
  silentAfterMs: 5_000,
  lazyConnect: true,
  maxRetriesPerRequest: 0,
  retryStrategy: () => null,
  sentinelRetryStrategy: () => null,
} as const

/**
 * Tries to reach Redis, each of its servers once; tells in words, without its password, that it cannot
 * be reached, or that it is one that queues cannot run on (`UserError`).
 */
export const reachRedis = async (url: string): Promise<void> => {
  const address = redisAddressOf(url)
  let triesLeft = address.kind === 'servers' ? address.servers.length : 1
  let reason: unknown
  const servers = shownServers(address)
  while (triesLeft-- > 0) {
    const redis = connectRedis(turned(address, triesLeft), ONCE)
    redis.on('error', (error) => {
      reason ??= error
    })
    try {
      await redis.connect()
      if (isCluster(await redis.info('cluster'))) throw clusterRefused(servers)
      return
    } catch (error) {
      if (error instanceof UserError) throw error
      reason ??= error
    } finally {
      redis.disconnect()
    }
  }
  throw new UserError(`REDIS_URL: cannot reach Redis at ${servers} (${errorMessage(reason)})`)
}

/** The address with its servers in another order, so that another one is tried. */
const turned = (address: RedisAddress, by: number): RedisAddress => {
  if (address.kind === 'sentinel') return address
  const { servers } = address
  return { ...address, servers: [...servers.slice(by), ...servers.slice(0, by)] }
}

/** Refuses (`UserError`) a cluster; a Redis that is away may be anything. */
export const refuseCluster = async (address: RedisAddress): Promise<void> => {
  const redis = connectRedis(address, ONCE)
  redis.on('error', () => {})
  const info = await redis
    .connect()
    .then(() => redis.info('cluster'))
    .catch(() => '')
    .finally(() => redis.disconnect())
  if (isCluster(info)) throw clusterRefused(shownServers(address))
}

const isCluster = (info: string): boolean => /^cluster_enabled:1/m.test(info)

const clusterRefused = (servers: string): UserError =>
  new UserError(
    `REDIS_URL: ${servers} is a Redis Cluster, whose nodes take no scripts over several keys, as queues need them. Use a Redis of its own, with replicas and Sentinel if it has to fail over (redis+sentinel://…); without REDIS_URL the jobs are on PostgreSQL.`,
  )
