import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { TestContext } from 'vitest'
import { freePort } from '../../src/runtime/free-port.ts'
import { childEnvironment } from '../support/child-environment.ts'
import { eventually } from '../support/eventually.ts'

/** A command as its user runs it, on the embedded PostgreSQL, in a folder of its own. */
export interface RunningCommand {
  child: ChildProcess
  folder: string
  url: string
  printed(): string
  complained(): string
  /** Closes the reading end of its standard output, as `head` does when it has seen enough. */
  stopReading(): void
  /** Its exit code, or the name of the signal that killed it. */
  ended(): Promise<number | string | null>
  /** Whether PostgreSQL was started in its DATA_DIR. */
  hadServer(): boolean
  /** Waits until PostgreSQL has been seen to run for it, by its `postmaster.pid`. */
  serverSeen(): Promise<number>
  /** What of it still runs: PostgreSQL, which has a session of its own, and its process group. */
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
    // A process group of its own, by which whatever is left of it is found.
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
      // Its last words may still be on their way; what it has left behind keeps the line open.
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

/** By the first line of each `postmaster.pid`. */
const serversBelow = (folder: string): number[] => {
  try {
    const files = globSync('{data,puente-demo-*}/postgres/postmaster.pid', { cwd: folder })
    const pids = files.map((file) => Number.parseInt(readFileSync(join(folder, file), 'utf8'), 10))
    return pids.filter(Boolean)
  } catch {
    // A server that ends just now takes its file with it.
    return []
  }
}

/** Of a negative number: whether its group has a process. */
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
    // It has ended by itself.
  }
}
