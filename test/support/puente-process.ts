import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from './child-environment.ts'
import { settingsOf } from './command.ts'
import { eventually, type World } from './world.ts'

export interface PuenteProcess {
  kill(): Promise<void>
  /** Waits until it ends by itself. Returns the exit code. */
  ended(): Promise<number | null>
  /** Sends SIGTERM. Returns the exit code. */
  stop(): Promise<number | null>
  /** Peak resident memory; Linux only. */
  peakMb(): number
  output(): string
}

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** Starts a process in the place of the Puente that a world runs in its own. Close that one before. */
export const startPuenteOf = (world: World): Promise<PuenteProcess> =>
  startPuenteProcess(world.url, { ...settingsOf(world), PORT: String(world.settings.PORT) })

export const startPuenteProcess = async (
  url: string,
  settings: Readonly<Record<string, string | undefined>>,
): Promise<PuenteProcess> => {
  const child = spawn(process.execPath, [MAIN], {
    // A developer may have a settings file in the repository.
    cwd: tmpdir(),
    env: childEnvironment({ LOG_LEVEL: 'warn', ...settings }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let written = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      written += text
    })
  }
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`Puente ended: ${written}`)
    return (await fetch(`${url}/health`).catch(() => undefined))?.ok
  })
  return {
    kill: () => killed(child),
    ended: () => endOf(child),
    stop: () => endOf(child, 'SIGTERM'),
    peakMb: () => peakMbOf(child),
    output: () => written,
  }
}

const peakMbOf = ({ pid }: ChildProcess): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024
}

const killed = async (child: ChildProcess): Promise<void> => {
  await endOf(child, 'SIGKILL')
}

const endOf = async (child: ChildProcess, signal?: NodeJS.Signals): Promise<number | null> => {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const exit = once(child, 'exit')
  if (signal) child.kill(signal)
  await exit
  return child.exitCode
}
