import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { endWithUs } from './end-with-us.ts'

export interface GatewayProcess {
  baseUrl: string
  /** `Date.now()` of the first void request, by transaction. */
  voidedAt: ReadonlyMap<string, number>
  stop(): void
}

const SCRIPTS = {
  stub: new URL('../load/stub-gateway.ts', import.meta.url),
  listing: new URL('../load/listing-gateway.ts', import.meta.url),
}

export const startGatewayProcess = async (
  kind: keyof typeof SCRIPTS,
  args: readonly string[] = [],
): Promise<GatewayProcess> => {
  const child = endWithUs(fork(fileURLToPath(SCRIPTS[kind]), args))
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const voidedAt = new Map<string, number>()
  child.on('message', ({ voided, at }: { voided: string; at: number }) => {
    if (!voidedAt.has(voided)) voidedAt.set(voided, at)
  })
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    voidedAt,
    stop: () => void child.kill(),
  }
}
