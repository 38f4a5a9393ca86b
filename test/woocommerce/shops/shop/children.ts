import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { killGroup } from './kill-group.ts'

const GRACE_MS = 10_000
const MOST_OUTPUT_BYTES = 64 * 1024 * 1024
const GUARDIAN = fileURLToPath(new URL('guardian.ts', import.meta.url))
const runFile = promisify(execFile)

export interface StartOptions {
  /** File for its output. */
  log: string
  env?: NodeJS.ProcessEnv
}

/** Processes of one shop. */
export interface Children {
  /** Starts a process that leads its own group. Throws once they were stopped. */
  start(command: string, args: readonly string[], options: StartOptions): ChildProcess
  /** Runs a command to its end and returns its output; throws with the end of its errors. */
  run(command: string, args: readonly string[]): Promise<string>
  /** Ends them, the last one first; also if this process dies without calling it. */
  stop(): Promise<void>
}

export const openChildren = (home: string): Children => {
  const running = new Set<ChildProcess>()
  let stopped: Promise<void> | undefined
  const guardian = spawn(process.execPath, [GUARDIAN, home], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  // A guardian that was killed by hand must not end the run.
  guardian.stdin.on('error', () => {})
  const refuseIfStopped = () => {
    if (stopped) throw new Error('The shop is being stopped.')
  }

  const stopAll = async (): Promise<void> => {
    for (const child of [...running].toReversed()) await end(child)
    guardian.stdin.end('done\n')
    if (guardian.exitCode === null && guardian.signalCode === null) await once(guardian, 'exit')
  }

  return {
    start: (command, args, { log, env = ownEnvironment() }) => {
      refuseIfStopped()
      const output = openSync(log, 'a')
      const child = spawn(command, [...args], {
        detached: true,
        env,
        stdio: ['ignore', output, output],
      })
      const { pid } = child
      if (pid) {
        running.add(child)
        guardian.stdin.write(`+${pid}\n`)
        child.once('exit', () => {
          running.delete(child)
          // Ends workers that outlive their server, while no other group can have its number.
          killGroup(pid, 'SIGTERM')
          if (guardian.stdin.writable) guardian.stdin.write(`-${pid}\n`)
        })
      }
      return child
    },
    run: async (command, args) => {
      refuseIfStopped()
      try {
        const options = { env: ownEnvironment(), maxBuffer: MOST_OUTPUT_BYTES }
        return (await runFile(command, [...args], options)).stdout
      } catch (error) {
        throw new Error(`${command} failed: ${errorsOf(error)}`, { cause: error })
      }
    },
    stop: () => {
      stopped ??= stopAll()
      return stopped
    },
  }
}

const end = async (child: ChildProcess): Promise<void> => {
  const { pid } = child
  const hasEnded = child.exitCode !== null || child.signalCode !== null
  if (!pid || hasEnded) return
  const exited = once(child, 'exit')
  killGroup(pid, 'SIGTERM')
  const timer = setTimeout(() => killGroup(pid, 'SIGKILL'), GRACE_MS)
  await exited
  clearTimeout(timer)
}

/** Nothing of the developer's own settings. */
const ownEnvironment = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  LANG: 'C.UTF-8',
})

const ERROR_LINES = 12
const errorsOf = (error: unknown): string => {
  const { stderr = '', stdout = '' } = error as { stderr?: string; stdout?: string }
  const text = stderr.trim() || stdout.trim() || String(error)
  return text.split('\n').slice(-ERROR_LINES).join('\n')
}
