import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from '../../support/child-environment.ts'

/** A role of Puente in its own process, restarted after each exit. */
export interface SupervisedProcess {
  /** Sends SIGKILL, and restarts `awayMs` later. */
  kill(awayMs: number): Promise<void>
  /**
   * Sends SIGTERM, as an upgrade does. Resolves with the shutdown's failed checks once it runs
   * again.
   */
  restart(): Promise<string[]>
  running(): Promise<void>
  /** Sends SIGTERM, as an update does, and starts it no more. Returns the exit code. */
  retire(): Promise<number | null>
  /** Unexpected exits; should stay empty. */
  endings: string[]
  stop(): Promise<void>
}

const MAIN = fileURLToPath(new URL('../../../src/main.ts', import.meta.url))
const LOOK_MS = 25
const RESTART_MS = 150
const PATIENCE_MS = 180_000
/** Bound on a graceful shutdown; compose sends SIGKILL after 30 seconds. */
const STOP_MS = 28_000
const LAST_WORDS = 1_500
const BEGINNING_BYTES = 65_536
const MOST_WARNINGS = 1_000

const warningsIn = (log: string): number =>
  log.split('\n').filter((line) => /"level":"(?:warn|error|fatal)"/.test(line)).length

const beginningOf = (log: string): string => {
  const bytes = Buffer.alloc(BEGINNING_BYTES)
  const file = openSync(log, 'r')
  const read = readSync(file, bytes)
  closeSync(file)
  return bytes.subarray(0, read).toString()
}

export const superviseProcess = (
  name: string,
  {
    settings,
    logs,
    main = MAIN,
  }: { settings: Record<string, string>; logs: string; main?: string },
): SupervisedProcess => {
  const endings: string[] = []
  let starts = 0
  let child: ChildProcess | undefined
  let runs = false
  let isKilled = false
  let stopped = false
  let awayUntil = 0

  const live = async (): Promise<void> => {
    while (!stopped) {
      while (Date.now() < awayUntil && !stopped) await sleep(LOOK_MS)
      if (stopped) return
      const log = join(logs, `${name}-${++starts}.log`)
      const output = openSync(log, 'a')
      isKilled = false
      child = spawn(process.execPath, [main], {
        // A developer may have a settings file in the repository.
        cwd: tmpdir(),
        env: childEnvironment({ LOG_LEVEL: 'info', ...settings }),
        // The IPC channel closes however this process dies; the child exits with it.
        stdio: ['ignore', output, output, 'ipc'],
      })
      closeSync(output)
      const ended = once(child, 'exit')
      while (child.exitCode === null && child.signalCode === null && !runs) {
        runs = /puente is running/.test(beginningOf(log))
        await sleep(LOOK_MS)
      }
      const [code, signal] = await ended
      const warnings = warningsIn(readFileSync(log, 'utf8'))
      if (warnings > MOST_WARNINGS) endings.push(`${name} warned ${warnings} times: ${log}`)
      if (runs && !isKilled) {
        const words = readFileSync(log).subarray(-LAST_WORDS)
        endings.push(`${name} ended by itself (${code ?? signal}): …${words}`)
      }
      runs = false
      awayUntil = Math.max(awayUntil, Date.now() + RESTART_MS)
    }
  }
  const living = live()

  const kill = async (): Promise<void> => {
    const dying = child
    if (!dying || dying.exitCode !== null || dying.signalCode !== null) return
    isKilled = true
    dying.kill('SIGKILL')
    await once(dying, 'exit')
  }

  const running = async (): Promise<void> => {
    for (const since = Date.now(); !runs; await sleep(LOOK_MS)) {
      if (Date.now() > Math.max(since, awayUntil) + PATIENCE_MS)
        throw new Error(`${name} does not start (${logs})`)
    }
  }

  return {
    restart: async () => {
      await running()
      const leaving = child
      if (!leaving || leaving.exitCode !== null || leaving.signalCode !== null) return []
      isKilled = true
      const since = Date.now()
      leaving.kill('SIGTERM')
      const [code, signal] = await once(leaving, 'exit')
      // A concurrent disaster may have killed it.
      const wrong = code === 0 || signal === 'SIGKILL' ? [] : [`exit ${code ?? signal}`]
      if (Date.now() - since > STOP_MS) wrong.push(`${Date.now() - since} ms to stop`)
      await running()
      return wrong.map((what) => `${name}, told to stop: ${what}`)
    },
    retire: async () => {
      stopped = true
      isKilled = true
      child?.kill('SIGTERM')
      await living
      return child?.exitCode ?? null
    },
    kill: async (awayMs) => {
      awayUntil = Date.now() + awayMs
      await kill()
    },
    running,
    endings,
    stop: async () => {
      stopped = true
      await kill()
      await living
    },
  }
}
