import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { UserError } from '../platform/failure.ts'

export interface SandboxProcess {
  /** Where it is reached, without a slash at the end. */
  url: string
  /** Called when it ends without being asked to. */
  onUnexpectedExit(listener: () => void): void
  stop(): Promise<void>
}

const SANDBOX_MAIN = fileURLToPath(new URL('../../sandbox/main.ts', import.meta.url))

/**
 * Starts the sandbox gateway as a process of its own, known to us by HTTP alone, as the real
 * gateway is. It ends when we do, however we end.
 */
export const startSandboxProcess = async (
  environment: Record<string, string>,
): Promise<SandboxProcess> => {
  const child = spawn(process.execPath, [SANDBOX_MAIN], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const url = await readiness(child)
  let stopping = false
  return {
    url,
    onUnexpectedExit: (listener) => {
      child.once('exit', () => {
        if (!stopping) listener()
      })
    },
    stop: async () => {
      stopping = true
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

const readiness = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    child.once('message', (message) => {
      if (message && typeof message === 'object' && 'ready' in message)
        resolve(String(message.ready))
    })
    child.once('error', reject)
    child.once('exit', () =>
      reject(new UserError('The sandbox gateway did not start (see above).')),
    )
  })
