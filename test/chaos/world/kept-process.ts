import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from '../../support/child-environment.ts'

/** A role of Puente in a process of its own, which is started again whenever it has ended. */
export interface KeptProcess {
  /** SIGKILL: nothing is finished, nothing is closed. It is started again `awayMs` later. */
  kill(awayMs: number): Promise<void>
  /**
   * SIGTERM, as for another version: it is started again, and runs when this resolves. What was wrong
   * with its end, in words.
   */
  restart(): Promise<string[]>
  /** Resolves when it runs. */
  running(): Promise<void>
  /** How it ended by itself after it had run, in words: it never should. */
  endings: string[]
  stop(): Promise<void>
}

const MAIN = fileURLToPath(new URL('../../../src/main.ts', import.meta.url))
const LOOK_MS = 25
const RESTART_MS = 150
const PATIENCE_MS = 60_000
/** By then a process that was told to stop has ended; compose and others kill it after 30 seconds. */
const STOP_MS = 28_000
const LAST_WORDS = 1_500
const BEGINNING_BYTES = 65_536
/** No history of a minute has so much to warn of. */
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

export const keepRunning = (
  name: string,
  { settings, logs }: { settings: Record<string, string>; logs: string },
): KeptProcess => {
  const endings: string[] = []
  let starts = 0
  let child: ChildProcess | undefined
  let runs = false
  let isKilled = false
  let stopped = false
  let awayUntil = 0

  const live = async (): Promise<void> => {
    while (!stopped) {
      // In short steps: one that is away for long may be called back earlier.
      while (Date.now() < awayUntil && !stopped) await sleep(LOOK_MS)
      if (stopped) return
      const log = join(logs, `${name}-${++starts}.log`)
      const output = openSync(log, 'a')
      isKilled = false
      child = spawn(process.execPath, [MAIN], {
        // Not in the repository, where a developer may have settings in a file.
        cwd: tmpdir(),
        env: childEnvironment({ LOG_LEVEL: 'info', ...settings }),
        // The channel ends with us, however we end, and the child with it.
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
      // A start that finds no database says so and ends: that is as it should be.
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
      // A disaster of its own may have killed it meanwhile.
      const wrong = code === 0 || signal === 'SIGKILL' ? [] : [`exit ${code ?? signal}`]
      if (Date.now() - since > STOP_MS) wrong.push(`${Date.now() - since} ms to stop`)
      await running()
      return wrong.map((what) => `${name}, told to stop: ${what}`)
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
