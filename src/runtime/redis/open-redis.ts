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
 * Connects once to each server. Throws `UserError`, without the password, if unreachable or a
 * cluster.
 */
export const openRedis = async (url: string): Promise<void> => {
  const address = redisAddressOf(url)
  const reason = await refuseCluster(address)
  if (reason === undefined) return
  const servers = shownServers(address)
  throw new UserError(`REDIS_URL: cannot reach Redis at ${servers} (${errorMessage(reason)})`)
}

/**
 * Throws `UserError` for a cluster, which cannot run queues. Returns the connection error if no
 * server is reachable.
 */
export const refuseCluster = async (address: RedisAddress): Promise<unknown> => {
  const reasons: unknown[] = []
  for (const one of oneByOne(address)) {
    const redis = connectRedis(one, ONCE)
    redis.on('error', (error) => reasons.push(error))
    try {
      await redis.connect()
      const info = await redis.info('cluster')
      if (/^cluster_enabled:1/m.test(info)) throw clusterRefused(address)
      return undefined
    } catch (error) {
      if (error instanceof UserError) throw error
      reasons.push(error)
    } finally {
      redis.disconnect()
    }
  }
  return reasons[0]
}

const oneByOne = (address: RedisAddress): RedisAddress[] =>
  address.kind === 'sentinel'
    ? [address]
    : address.servers.map((server) => ({ ...address, servers: [server] }))

const clusterRefused = (address: RedisAddress): UserError =>
  new UserError(
    `REDIS_URL: ${shownServers(address)} is a Redis Cluster, whose nodes take no scripts over several keys, as queues need them. Use a Redis of its own, with replicas and Sentinel if it has to fail over (redis+sentinel://…); without REDIS_URL the jobs are on PostgreSQL.`,
  )
