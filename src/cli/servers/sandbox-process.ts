import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { UserError } from '../../runtime/failure.ts'

export interface SandboxProcess {
  /** Without a trailing slash. */
  url: string
  /** State left by an earlier run. */
  leftovers: string[]
  /** Ignores exits after `stop`. */
  onUnexpectedExit(listener: () => void): void
  stop(): Promise<void>
}

const SANDBOX_MAIN = fileURLToPath(new URL('../../../sandbox/gateway/main.ts', import.meta.url))

/**
 * Starts the sandbox gateway in a child process, reached over HTTP alone like the real one. It
 * exits with its parent, even after a crash.
 */
export const startSandboxProcess = async (
  environment: Record<string, string>,
): Promise<SandboxProcess> => {
  const child = spawn(process.execPath, [SANDBOX_MAIN], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const { url, leftovers } = await readiness(child)
  let stopping = false
  return {
    url,
    leftovers,
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

const readyMessage = z.object({ ready: z.string(), leftovers: z.array(z.string()) })

const readiness = (child: ChildProcess): Promise<Pick<SandboxProcess, 'url' | 'leftovers'>> =>
  new Promise((resolve, reject) => {
    child.once('message', (message) => {
      const said = readyMessage.safeParse(message)
      if (said.success) resolve({ url: said.data.ready, leftovers: said.data.leftovers })
    })
    child.once('error', reject)
    child.once('exit', () =>
      reject(new UserError('The sandbox gateway did not start (see above).')),
    )
  })
