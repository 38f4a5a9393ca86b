import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { TestContext } from 'vitest'
import { freePort } from '../../src/runtime/net/free-port.ts'
import { childEnvironment } from '../support/child-environment.ts'
import { eventually } from '../support/eventually.ts'

export interface RunningCommand {
  child: ChildProcess
  folder: string
  url: string
  printed(): string
  complained(): string
  stopReading(): void
  /** Exit code, or the signal that killed it. */
  ended(): Promise<number | string | null>
  hadServer(): boolean
  serverSeen(): Promise<number>
  /** Names PostgreSQL, too, which has its own session. */
  stillRuns(): string[]
}

const LAST_WORDS_MS = 2_000

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export const runCommand = async (
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  [program, ...args]: readonly [string, ...string[]],
  settings: Record<string, string> = {},
): Promise<RunningCommand> => {
  const folder = mkdtempSync(join(tmpdir(), 'puente-command-'))
  const port = await freePort()
  const child = spawn(program, args, {
    cwd: ROOT,
    detached: true,
    env: childEnvironment({
      HOME: process.env.HOME,
      NODE_ENV: 'development',
      TMPDIR: folder,
      DATA_DIR: join(folder, 'data'),
      PORT: String(port),
      SANDBOX_PORT: String(await freePort()),
      ...settings,
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const group = -Number(child.pid)
  let printed = ''
  let complained = ''
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk
  })
  child.stderr.on('data', (chunk: Buffer) => {
    complained += chunk
  })
  const servers = new Set<number>()
  const look = () => {
    for (const pid of serversBelow(folder)) servers.add(pid)
  }
  const watch = setInterval(look, 20)
  onTestFinished(async () => {
    clearInterval(watch)
    look()
    for (const pid of [group, ...servers]) kill(pid)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  const ended = once(child, 'exit')
  const closed = once(child, 'close')
  return {
    child,
    folder,
    url: `http://localhost:${port}`,
    printed: () => printed,
    complained: () => complained,
    stopReading: () => void child.stdout.destroy(),
    ended: async () => {
      await ended
      // Output may still arrive, but a remaining process keeps the pipe open.
      await Promise.race([closed, sleep(LAST_WORDS_MS)])
      return child.exitCode ?? child.signalCode
    },
    hadServer: () => existsSync(join(folder, 'data', 'postgres', 'server.log')),
    serverSeen: () =>
      eventually(async () => [...servers][0]).catch((error) => {
        throw new Error(`No PostgreSQL was seen: ${printed}${complained}`, { cause: error })
      }),
    stillRuns: () => {
      look()
      return [
        ...[...servers].filter(isRunning).map((pid) => `PostgreSQL, process ${pid}`),
        ...(isRunning(group) ? [`a process of group ${group}`] : []),
      ]
    },
  }
}

const serversBelow = (folder: string): number[] => {
  try {
    const files = globSync('{data,puente-demo-*}/postgres/postmaster.pid', { cwd: folder })
    const pids = files.map((file) => Number.parseInt(readFileSync(join(folder, file), 'utf8'), 10))
    return pids.filter(Boolean)
  } catch {
    return []
  }
}

/** A negative pid checks a process group. */
const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Already ended.
  }
}
