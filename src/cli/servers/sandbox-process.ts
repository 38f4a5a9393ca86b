import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { UserError } from '../../runtime/failure.ts'

export type SandboxProcess = Awaited<ReturnType<typeof startSandboxProcess>>

const SANDBOX_MAIN = fileURLToPath(new URL('../../../sandbox/gateway/main.ts', import.meta.url))

/**
 * Starts the sandbox gateway, reached over HTTP alone like the real one. It exits with its parent,
 * even after a crash.
 */
export const startSandboxProcess = async (environment: Record<string, string>) => {
  const child = spawn(process.execPath, [SANDBOX_MAIN], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const { url, leftovers } = await readiness(child)
  let stopping = false
  return {
    /** Without a trailing slash. */
    url,
    /** State of an earlier run. */
    leftovers,
    /** Ignores exits after `stop`. */
    onUnexpectedExit: (listener: () => void): void => {
      child.once('exit', () => {
        if (!stopping) listener()
      })
    },
    stop: async (): Promise<void> => {
      stopping = true
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

const readyMessage = z
  .object({ ready: z.string(), leftovers: z.array(z.string()) })
  .transform(({ ready: url, leftovers }) => ({ url, leftovers }))

const readiness = (child: ChildProcess): Promise<z.output<typeof readyMessage>> =>
  new Promise((resolve, reject) => {
    child.once('message', (message) => {
      const said = readyMessage.safeParse(message)
      if (said.success) resolve(said.data)
    })
    child.once('error', reject)
    child.once('exit', () =>
      reject(new UserError('The sandbox gateway did not start (see above).')),
    )
  })
