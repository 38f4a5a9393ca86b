import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { npmEnvironment } from '../packed.ts'

export interface VendureProcess {
  start(more?: Readonly<Record<string, string>>): Promise<void>
  /** Ends the process without warning. */
  kill(): Promise<void>
  log(): string
}

/** A Vendure that can be killed and started again on the same port. */
export const vendureProcess = (
  folder: string,
  settings: Readonly<Record<string, string>>,
): VendureProcess => {
  let child: ReturnType<typeof spawn> | undefined
  let printed = ''
  return {
    log: () => printed,
    start: async (more = {}) => {
      const env = { ...npmEnvironment(), ...settings, ...more }
      const started = spawn(process.execPath, ['shop.js'], { cwd: folder, env })
      child = started
      const from = printed.length
      await new Promise<void>((resolve, reject) => {
        for (const stream of [started.stdout, started.stderr]) {
          stream.on('data', (chunk: Buffer) => {
            printed += chunk
            if (process.env.TEST_LOG) process.stderr.write(chunk)
            if (printed.slice(from).includes('ready')) resolve()
          })
        }
        started.once('exit', () => reject(new Error(`Vendure ended:\n${printed.slice(from)}`)))
      })
    },
    kill: async () => {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
