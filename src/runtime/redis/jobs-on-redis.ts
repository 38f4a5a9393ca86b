import { once } from 'node:events'
import { createRedisBackend, withBackend } from 'bullmq'
import type { Redis } from 'ioredis'
import type { RunningTally } from '../tally.ts'
import { connectRedis } from './connect-redis.ts'
import { refuseCluster } from './reach-redis.ts'
import { redisAddressOf } from './redis-address.ts'

/** Adding jobs takes milliseconds. */
const PRODUCER_SILENT_AFTER_MS = 5_000
/** A worker that has nothing to do waits for so long, and then asks again. */
const WORKER_ASKS_EVERY_SECONDS = 3
const WORKER_SILENT_AFTER_MS = 8_000

/**
 * Queues on Redis. A producer fails at once when Redis is away (whoever adds jobs adds them again); a
 * worker waits for it. Throws `UserError` for a cluster.
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
  // Not `lazyConnect`: BullMQ would keep the failure of a first connect for good.
  const producing = connect({
    silentAfterMs: PRODUCER_SILENT_AFTER_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
  })
  const working = connect({ silentAfterMs: WORKER_SILENT_AFTER_MS, maxRetriesPerRequest: null })
  return {
    classes: withBackend(createRedisBackend),
    adding: { connection: producing },
    working: { connection: working, drainDelay: WORKER_ASKS_EVERY_SECONDS },
    isElsewhere: true,
    ready: () => firstConnection(producing),
    onRestored: (listener: () => void) => {
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

/** Waits for a connection that is being made for the first time; later, it is there or it is not. */
const firstConnection = async (connection: Redis): Promise<void> => {
  if (['connecting', 'connect'].includes(connection.status)) {
    await Promise.race(['ready', 'close'].map((event) => once(connection, event)))
  }
  if (connection.status !== 'ready') throw new Error('Redis is not there')
}
