import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from '../../test/support/child-environment.ts'
import { endWithUs } from './end-with-us.ts'

export interface PuenteProcess {
  pid: number
  /** Until the first healthy response. */
  startMs: number
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** Starts `src/main.ts` and waits until healthy. */
export const startPuenteProcess = async (
  environment: Record<string, string>,
): Promise<PuenteProcess> => {
  const startedAt = performance.now()
  const env = childEnvironment({ NODE_ENV: 'development', LOG_LEVEL: 'error', ...environment })
  const stdio: StdioOptions = ['ignore', 'inherit', 'inherit']
  const child = endWithUs(spawn(process.execPath, [MAIN], { env, stdio }))
  await healthy(`http://127.0.0.1:${environment.PRIVATE_PORT ?? environment.PORT}/health`, child)
  return {
    pid: child.pid ?? 0,
    startMs: performance.now() - startedAt,
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      await once(child, 'exit')
    },
  }
}

const healthy = async (url: string, child: ChildProcess): Promise<void> => {
  while (child.exitCode === null) {
    const ok = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ok) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('Puente did not start')
}
