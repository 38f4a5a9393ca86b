import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { freePort } from '../../src/runtime/net/free-port.ts'
import { HANG_MS } from './eventually.ts'

export interface RedisServer {
  url: string
  port: number
  /** Sends SIGKILL, which loses all data; the port stays reserved. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Sends SIGSTOP, which keeps connections open. */
  pause(): void
  resume(): void
  stop(): Promise<void>
}

export const hasRedis = (): boolean => spawnSync('redis-server', ['--version']).status === 0

/** Prints why and returns `undefined` if Redis is not installed. */
export const startRedis = async (
  options: readonly string[] = [],
): Promise<RedisServer | undefined> => {
  if (!hasRedis()) {
    process.stderr.write('Skipped: tests on Redis need redis-server on the PATH.\n')
    return undefined
  }
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  const folder = mkdtempSync(join(tmpdir(), 'puente-redis-'))
  let child: ChildProcess | undefined

  const start = async () => {
    const durability = ['--save', '', '--appendonly', 'no']
    const address = ['--port', String(port), '--bind', '127.0.0.1']
    child = spawn('redis-server', [...address, ...durability, ...options], {
      stdio: 'ignore',
      cwd: folder,
    })
    await answers(url)
  }
  const kill = async () => {
    const running = child
    child = undefined
    if (!running || running.exitCode !== null) return
    const ended = new Promise((resolve) => running.once('exit', resolve))
    running.kill('SIGKILL')
    await ended
  }

  await start()
  return {
    url,
    port,
    start,
    kill,
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    stop: async () => {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const answers = async (url: string): Promise<void> => {
  const deadline = Date.now() + HANG_MS
  for (;;) {
    const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.ping()
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      await sleep(20)
    } finally {
      client.disconnect()
    }
  }
}
