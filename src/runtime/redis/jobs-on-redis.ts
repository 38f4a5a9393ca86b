import { once } from 'node:events'
import { createRedisBackend, withBackend } from 'bullmq'
import type { Redis } from 'ioredis'
import type { RunningTally } from '../log/tally.ts'
import { connectRedis } from './connect-redis.ts'
import { refuseCluster } from './open-redis.ts'
import { redisAddressOf } from './redis-address.ts'

/** A producer reconnects after this silence; adding jobs takes milliseconds. */
const PRODUCER_SILENT_AFTER_MS = 5_000
const WORKER_POLL_SECONDS = 3
const WORKER_SILENT_AFTER_MS = 8_000

/**
 * Producers fail fast in an outage, because the outbox adds jobs again; workers wait. Throws
 * `UserError` for a cluster.
 */
export const jobsOnRedis = async (
  url: string,
  { tallyError }: Pick<RunningTally, 'tallyError'>,
) => {
  const address = redisAddressOf(url)
  await refuseCluster(address)
  const connect = (options: Parameters<typeof connectRedis>[1]) => {
    const connection = connectRedis(address, options)
    connection.on('error', (error) => tallyError(error, 'redis connection'))
    return connection
  }
  // With `lazyConnect`, BullMQ would cache a failed first connection.
  const producing = connect({
    silentAfterMs: PRODUCER_SILENT_AFTER_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
  })
  const working = connect({ silentAfterMs: WORKER_SILENT_AFTER_MS, maxRetriesPerRequest: null })
  return {
    classes: withBackend(createRedisBackend),
    adding: { connection: producing },
    working: { connection: working, drainDelay: WORKER_POLL_SECONDS },
    isElsewhere: true,
    ready: () => firstConnection(producing),
    onReconnect: (listener: () => void) => {
      let hasBeenReady = producing.status === 'ready'
      producing.on('ready', () => {
        if (hasBeenReady) listener()
        hasBeenReady = true
      })
    },
    close: async () => {
      producing.disconnect()
      working.disconnect()
    },
  }
}

const firstConnection = async (connection: Redis): Promise<void> => {
  if (['connecting', 'connect'].includes(connection.status)) {
    await Promise.race(['ready', 'close'].map((event) => once(connection, event)))
  }
  if (connection.status !== 'ready') throw new Error('Redis is not there')
}
