import { Redis } from 'ioredis'
import { afterEach, describe, expect, it } from 'vitest'
import { createLog } from '../../src/runtime/log/log.ts'
import { openJobQueue } from '../../src/runtime/queue/job-queue.ts'
import { connectRedis } from '../../src/runtime/redis/connect-redis.ts'
import { openRedis } from '../../src/runtime/redis/open-redis.ts'
import { redisAddressOf } from '../../src/runtime/redis/redis-address.ts'
import { startSentinels } from '../support/redis-sentinel.ts'
import { hasRedis, type RedisServer, startRedis } from '../support/redis-server.ts'
import { type SilentProxy, startSilentProxy } from '../support/silent-proxy.ts'
import { eventually, startWorld, type World } from '../support/world.ts'

const MOST_LINES = 100

const SILENT = { silentAfterMs: 5_000 }

const closers: Array<() => Promise<unknown>> = []
afterEach(async () => {
  for (let close = closers.pop(); close; close = closers.pop()) await close()
})

const redis = async (...options: string[]): Promise<RedisServer> => {
  const server = await startRedis(options)
  if (!server) throw new Error('no redis-server')
  closers.push(server.stop)
  return server
}

const sendCommand = async (
  { url }: RedisServer,
  ...command: [string, ...string[]]
): Promise<void> => {
  const client = new Redis(url)
  const [name, ...more] = command
  await client.call(name, ...more)
  client.disconnect()
}

const makeMaster = (server: RedisServer) => sendCommand(server, 'REPLICAOF', 'NO', 'ONE')
const makeReplicaOf = (server: RedisServer, master: RedisServer) =>
  sendCommand(server, 'REPLICAOF', '127.0.0.1', String(master.port))

const proxyTo = async ({ url }: RedisServer): Promise<SilentProxy> => {
  const proxy = await startSilentProxy(url)
  closers.push(proxy.close)
  return proxy
}

const world = async (REDIS_URL: string): Promise<{ world: World; lines: string[] }> => {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  const log = createLog({ level: 'info', service: 'test', destination })
  const started = await startWorld({ REDIS_URL }, { log })
  closers.push(started.close)
  return { world: started, lines }
}

let orders = 0
const sellsIn = async ({ shop, api, pay }: World, ms: number): Promise<void> => {
  const id = `R-${++orders}`
  const order = { id, amount: '10.00', currency: 'HNL' }
  const { body } = await api('POST', '/v1/checkouts', { order })
  await pay(body.payment.checkout_url)
  await eventually(
    async () => shop.messages.some((each) => each.order.id === id && each.type === 'order.paid'),
    ms,
  )
}

const goesOnAfter = async (
  strike: (at: { old: RedisServer; next: RedisServer; proxy: SilentProxy }) => Promise<void>,
): Promise<void> => {
  const [old, next] = [await redis(), await redis()]
  const proxy = await proxyTo(old)
  const { world: shop, lines } = await world(proxy.url)
  await sellsIn(shop, 10_000)
  await strike({ old, next, proxy })
  const sold = sellsIn(shop, 40_000)
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  proxy.forward(next.url)
  await sold
  await sellsIn(shop, 10_000)
  expect(lines.length).toBeLessThan(MOST_LINES)
}

describe.skipIf(!hasRedis())('a Redis failover behind a stable address', () => {
  it('orders are paid and notified without a restart when the old master goes silent and closes no connection', () =>
    goesOnAfter(async ({ proxy }) => proxy.silence()))

  it('orders are paid and notified without a restart when the old master becomes a replica with open connections', () =>
    goesOnAfter(({ old, next }) => makeReplicaOf(old, next)))

  it('the jobs of a killed master are enqueued again immediately', async () => {
    const [old, next] = [await redis(), await redis()]
    const proxy = await proxyTo(old)
    const { world: shop, lines } = await world(proxy.url)
    await sellsIn(shop, 10_000)
    await old.kill()
    const sold = sellsIn(shop, 40_000)
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    proxy.forward(next.url)
    await sold
    expect(lines.length).toBeLessThan(MOST_LINES)
  })
})

describe.skipIf(!hasRedis())('Redis with several servers', () => {
  it('orders are paid and notified with the master that Sentinel promotes', async () => {
    const [master, replica] = [await redis(), await redis()]
    await makeReplicaOf(replica, master)
    const sentinels = await startSentinels(master, { count: 1 })
    closers.push(sentinels.stop)
    const { world: shop, lines } = await world(sentinels.url)
    await sellsIn(shop, 10_000)
    await master.kill()
    await sellsIn(shop, 60_000)
    expect(lines.length).toBeLessThan(MOST_LINES)
  })

  it('every connection reconnects after a promotion', async () => {
    const [master, replica] = [await redis(), await redis()]
    await makeReplicaOf(replica, master)
    const sentinels = await startSentinels(master, { count: 1 })
    closers.push(sentinels.stop)
    const address = redisAddressOf(sentinels.url)
    const connections = Array.from({ length: 8 }, () => connectRedis(address, SILENT))
    for (const connection of connections) {
      connection.on('error', () => {})
      closers.push(async () => connection.disconnect())
    }
    await eventually(async () => connections.every(({ status }) => status === 'ready'))
    await master.kill()
    await eventually(async () => (await sentinels.masterPort()) === replica.port)
    await eventually(async () => connections.every(({ status }) => status === 'ready'))
  })

  it('the master among several addresses is found, and found again when it changes', async () => {
    const [one, other] = [await redis(), await redis()]
    await makeReplicaOf(one, other)
    const { world: shop, lines } = await world(
      `redis://127.0.0.1:${one.port},127.0.0.1:${other.port}`,
    )
    await sellsIn(shop, 20_000)
    await makeMaster(one)
    await makeReplicaOf(other, one)
    await sellsIn(shop, 40_000)
    await one.kill()
    await makeMaster(other)
    await sellsIn(shop, 40_000)
    expect(lines.length).toBeLessThan(MOST_LINES)
  })

  it('a cluster is refused at the start, with advice', async () => {
    const { url } = await redis('--cluster-enabled', 'yes')
    await expect(openRedis(url)).rejects.toThrow(/is a Redis Cluster.*redis\+sentinel/s)
    const opening = openJobQueue({
      redisUrl: url,
      databaseUrl: '',
      prefix: 'test',
      log: createLog({ level: 'silent', service: 'test' }),
    })
    await expect(opening).rejects.toThrow('is a Redis Cluster')
  })
})
