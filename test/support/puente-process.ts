import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { eventually } from './world.ts'

/** Puente in a process of its own, as in production; it can be killed as a power cut would. */
export interface PuenteProcess {
  /** SIGKILL: nothing is finished, nothing is closed. */
  kill(): Promise<void>
}

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** Starts `src/main.ts` with these settings, and waits until it answers at `url`. */
export const startPuenteProcess = async (
  url: string,
  settings: Record<string, string>,
): Promise<PuenteProcess> => {
  const child = spawn(process.execPath, [MAIN], {
    // Not in the repository, where a developer may have settings in a file.
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, NODE_ENV: 'test', LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaints = ''
  child.stderr?.on('data', (text: Buffer) => {
    complaints += text
  })
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`Puente ended: ${complaints}`)
    return (await fetch(`${url}/health`).catch(() => undefined))?.ok
  }, 20_000)
  return { kill: () => killed(child) }
}

const killed = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}
