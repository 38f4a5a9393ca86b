import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { eventually } from '../../support/eventually.ts'
import { startSentinels } from '../../support/redis-sentinel.ts'
import { type RedisServer, startRedis } from '../../support/redis-server.ts'
import { startSilentProxy } from '../../support/silent-proxy.ts'
import { openDatabaseServer } from './postgres-stages.ts'
import { DATABASE, type OpenStage } from './stage.ts'

/**
 * The master falls silent, dies or becomes a replica; another serves its address `awayMs` later.
 */
export const otherRedis =
  (failing: 'silent' | 'killed' | 'demoted', awayMs: number): OpenStage =>
  async (onClose) => {
    const database = await openDatabaseServer(onClose)
    const [old, next] = [await openRedis(onClose), await openRedis(onClose)]
    const proxy = await startSilentProxy(old.url)
    onClose(proxy.close)
    return {
      settings: { DATABASE_URL: database.url(DATABASE), REDIS_URL: proxy.url },
      databaseUrl: () => database.url(DATABASE),
      strike: async () => {
        if (failing === 'silent') proxy.silence()
        else if (failing === 'killed') await old.kill()
        else await makeReplica(old, next)
        await sleep(awayMs)
        // Connections to the demoted master stay open.
        proxy.forward(next.url)
        return `another one after ${awayMs} ms`
      },
    }
  }

/** Sentinels whose machine stalled for two seconds act again only after 30 quiet ones (`TILT`). */
const PROMOTED_WITHIN_MS = 90_000

/** Three sentinels detect a dead or silent master and promote its replica. */
export const bySentinel =
  (failing: 'silent' | 'killed', awayMs: number): OpenStage =>
  async (onClose) => {
    const database = await openDatabaseServer(onClose)
    const [master, replica] = [await openRedis(onClose), await openRedis(onClose)]
    await makeReplica(replica, master)
    const sentinels = await startSentinels(master, { count: 3 })
    onClose(sentinels.stop)
    return {
      settings: { DATABASE_URL: database.url(DATABASE), REDIS_URL: sentinels.url },
      databaseUrl: () => database.url(DATABASE),
      strike: async () => {
        const since = Date.now()
        if (failing === 'silent') master.pause()
        else await master.kill()
        const isPromoted = async () => (await sentinels.masterPort()) === replica.port
        await eventually(isPromoted, PROMOTED_WITHIN_MS)
        const tookMs = Date.now() - since
        // The silent master returns in its old role, until the sentinels demote it.
        if (failing === 'silent') setTimeout(master.resume, awayMs).unref()
        return `promoted after ${tookMs} ms`
      },
    }
  }

const openRedis = async (onClose: Parameters<OpenStage>[0]): Promise<RedisServer> => {
  const redis = await startRedis()
  if (!redis) throw new Error('no redis-server')
  onClose(redis.stop)
  return redis
}

const makeReplica = async ({ url }: RedisServer, master: RedisServer): Promise<void> => {
  const client = new Redis(url)
  await client.replicaof('127.0.0.1', master.port)
  client.disconnect()
}
