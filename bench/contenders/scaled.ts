import { freePort } from '../../src/runtime/net/free-port.ts'
import { startBenchRedis } from './bench-redis.ts'
import type { Installation } from './installation.ts'
import { type PuenteProcess, startPuenteProcess } from './puente-process.ts'

/** So many web processes, each with a port of its own, and so many workers. */
export interface Size {
  webs: number
  workers: number
}

export interface Scaled {
  ports: number[]
  pids: number[]
  /** Ends a worker without a warning. */
  killWorker(): Promise<void>
  stop(): Promise<void>
}

/** Starts the processes of one installation, which share its PostgreSQL and a Redis. */
export const startScaled = async (
  { environment }: Installation,
  { webs, workers }: Size,
): Promise<Scaled> => {
  const redis = await startBenchRedis()
  const ports: number[] = []
  const running: PuenteProcess[] = []
  const working: PuenteProcess[] = []
  const stop = async () => {
    for (const each of running) await each.stop()
    await redis.stop()
  }
  const start = async (own: Record<string, string>) => {
    const started = await startPuenteProcess({ ...environment, REDIS_URL: redis.url, ...own })
    running.push(started)
    return started
  }
  try {
    for (let n = 0; n < webs; n++) {
      const port = await freePort()
      await start({ ROLES: 'web', PORT: String(port) })
      ports.push(port)
    }
    for (let n = 0; n < workers; n++) {
      working.push(await start({ ROLES: 'worker', PRIVATE_PORT: String(await freePort()) }))
    }
  } catch (error) {
    await stop()
    throw error
  }
  return {
    ports,
    pids: running.map(({ pid }) => pid),
    killWorker: async () => working.pop()?.stop('SIGKILL'),
    stop,
  }
}
