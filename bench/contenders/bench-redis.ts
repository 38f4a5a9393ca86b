import { Redis } from 'ioredis'
import { startRedis } from '../../test/support/redis-server.ts'

export const startBenchRedis = async (): Promise<{
  url: string
  pid: number
  stop(): Promise<void>
}> => {
  const redis = await startRedis()
  if (!redis) throw new Error('This needs redis-server on the PATH')
  const client = new Redis(redis.url)
  const pid = /process_id:(\d+)/.exec(await client.info('server'))?.[1]
  client.disconnect()
  const end = () => void process.kill(Number(pid), 'SIGKILL')
  process.once('exit', end)
  const stop = async () => {
    process.off('exit', end)
    await redis.stop()
  }
  return { url: redis.url, pid: Number(pid), stop }
}
