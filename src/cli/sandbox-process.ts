import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { UserError } from '../runtime/failure.ts'

export interface SandboxProcess {
  /** Where it is reached, without a slash at the end. */
  url: string
  /** What an earlier run has left behind in it, in words. */
  leftovers: string[]
  /** Called when it ends without being asked to. */
  onUnexpectedExit(listener: () => void): void
  stop(): Promise<void>
}

const SANDBOX_MAIN = fileURLToPath(new URL('../../sandbox/gateway/main.ts', import.meta.url))

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
