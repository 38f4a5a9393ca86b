import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { freePort } from '../../src/runtime/net/free-port.ts'
import { eventually } from './eventually.ts'
import type { RedisServer } from './redis-server.ts'

export interface Sentinels {
  url: string
  masterPort(): Promise<number>
  stop(): Promise<void>
}

const NAME = 'shop'
const DOWN_AFTER_MS = 1_000

/** Waits until each sentinel knows the replicas and its peers. */
export const startSentinels = async (
  master: RedisServer,
  { count }: { count: number },
): Promise<Sentinels> => {
  const folder = mkdtempSync(join(tmpdir(), 'puente-sentinel-'))
  const ports: number[] = []
  const children: ChildProcess[] = []
  for (let n = 0; n < count; n++) {
    const port = await freePort()
    const config = join(folder, `${port}.conf`)
    const quorum = Math.floor(count / 2) + 1
    const lines = [
      `port ${port}`,
      'bind 127.0.0.1',
      `sentinel monitor ${NAME} 127.0.0.1 ${master.port} ${quorum}`,
      `sentinel down-after-milliseconds ${NAME} ${DOWN_AFTER_MS}`,
      `sentinel failover-timeout ${NAME} ${3 * DOWN_AFTER_MS}`,
    ]
    writeFileSync(config, lines.join('\n'))
    ports.push(port)
    children.push(spawn('redis-server', [config, '--sentinel'], { stdio: 'ignore', cwd: folder }))
  }
  for (const port of ports) {
    await eventually(async () => {
      const replicas = await ask(port, 'REPLICAS', NAME)
      const others = await ask(port, 'SENTINELS', NAME)
      return lengthOf(replicas) > 0 && lengthOf(others) === count - 1
    })
  }
  return {
    url: `redis+sentinel://${ports.map((port) => `127.0.0.1:${port}`).join(',')}/${NAME}`,
    masterPort: async () => {
      const answer = await ask(ports[0] ?? 0, 'GET-MASTER-ADDR-BY-NAME', NAME)
      return Array.isArray(answer) ? Number(answer[1]) : 0
    },
    stop: async () => {
      const ended = children.map((child) => once(child, 'exit'))
      for (const child of children) child.kill('SIGKILL')
      await Promise.all(ended)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const ask = async (port: number, ...command: string[]): Promise<unknown> => {
  const client = new Redis({ port, lazyConnect: true, retryStrategy: () => null })
  client.on('error', () => {})
  try {
    await client.connect()
    return await client.call('SENTINEL', ...command)
  } catch {
    return undefined
  } finally {
    client.disconnect()
  }
}

const lengthOf = (answer: unknown): number => (Array.isArray(answer) ? answer.length : 0)
