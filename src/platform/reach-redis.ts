import { Redis } from 'ioredis'
import { errorMessage, UserError } from './failure.ts'

/** Tries once to reach Redis; tells in words, without its password, that it cannot be reached. */
export const reachRedis = async (url: string): Promise<void> => {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 5_000,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  let reason: unknown
  redis.on('error', (error) => {
    reason ??= error
  })
  try {
    await redis.connect()
    await redis.ping()
  } catch (error) {
    const { host } = new URL(url)
    const detail = errorMessage(reason ?? error)
    throw new UserError(`REDIS_URL: cannot reach Redis at ${host} (${detail})`)
  } finally {
    redis.disconnect()
  }
}
