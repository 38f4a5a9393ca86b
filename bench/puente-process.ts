import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

export interface PuenteProcess {
  /** From the start of the process to its first healthy answer. */
  startMs: number
  /** Memory in use now, in MB. */
  residentMb(): number
  /** The most memory that was ever in use, in MB. */
  peakMb(): number
  stop(): Promise<void>
}

/** Starts `src/main.ts` as a user would, and waits until it is healthy. */
export const startPuenteProcess = async (
  environment: Record<string, string>,
): Promise<PuenteProcess> => {
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['src/main.ts'], {
    env: { ...process.env, LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const memoryMb = (name: string): number => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  }
  await healthy(`http://127.0.0.1:${environment.PRIVATE_PORT ?? environment.PORT}/health`, child)
  return {
    startMs: performance.now() - startedAt,
    residentMb: () => memoryMb('VmRSS'),
    peakMb: () => memoryMb('VmHWM'),
    stop: async () => {
      child.kill('SIGTERM')
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
