import { hondurasDayOf } from '../../src/contract/honduras-time.ts'
import { startGatewayProcess } from '../contenders/gateway-process.ts'
import { BENCH_STORE, startBenchServer, withDb } from '../contenders/installation.ts'
import { startPuenteProcess } from '../contenders/puente-process.ts'
import { type Catalogue, fillWithPaid } from '../load/reconcile-payments.ts'
import { memoryMbOf } from '../measure/process-costs.ts'
import { digits, type Findings } from '../report/section.ts'

const DAY_SECONDS = 24 * 60 * 60
const DAYS = 30
const SIZES = [10_000, 100_000]
const MILLION = 1_000_000
/** Shows the required memory, as V8 uses free memory before collecting garbage. */
const HEAP_MB = 128
const NODE_OPTIONS = `--max-old-space-size=${HEAP_MB} --max-semi-space-size=4`

/**
 * Measures a reconciliation without discrepancies: time grows with the payments, memory must not.
 * `million` takes minutes, and gigabytes of disk.
 */
export const benchReconcile = async ({ million }: { million: boolean }): Promise<Findings> => {
  const rows: string[][] = []
  for (const count of million ? [...SIZES, MILLION] : SIZES) {
    const { seconds, peakMb, atRestMb } = await measure(count)
    rows.push([count, seconds, count / seconds, peakMb, atRestMb].map(digits))
  }
  return {
    sections: [
      {
        title: `Reconciliation, with a heap of ${HEAP_MB} MB`,
        columns: ['payments', 'seconds', 'a second', 'peak MB', 'MB before'],
        rows,
      },
    ],
  }
}

interface Measured {
  seconds: number
  peakMb: number
  atRestMb: number
}

const measure = async (count: number): Promise<Measured> => {
  const now = Math.floor(Date.now() / 1_000)
  const spanSeconds = DAYS * DAY_SECONDS
  const catalogue: Catalogue = { count, firstAt: now - spanSeconds, spanSeconds }
  const gateway = await startGatewayProcess('listing', [JSON.stringify(catalogue)])
  const server = await startBenchServer()
  try {
    // Unreachable; makes the run check for notifications.
    const installation = await server.install('reconcile', { [BENCH_STORE]: 'http://127.0.0.1:9/' })
    const { databaseUrl, environment, port, apiKeyOf } = installation
    await withDb(databaseUrl, (db) => fillWithPaid(db, BENCH_STORE, catalogue))
    const puente = await startPuenteProcess({
      ...environment,
      NODE_OPTIONS,
      GATEWAY_BASE_URL: gateway.baseUrl,
    })
    try {
      const atRestMb = memoryMbOf(puente.pid, 'VmRSS')
      const seconds = await reconcile({ port, apiKey: apiKeyOf(BENCH_STORE) }, catalogue)
      return { seconds, peakMb: memoryMbOf(puente.pid, 'VmHWM'), atRestMb }
    } finally {
      await puente.stop()
    }
  } finally {
    gateway.stop()
    await server.stop()
  }
}

const reconcile = async (
  { port, apiKey }: { port: number; apiKey: string },
  { firstAt, count }: Catalogue,
): Promise<number> => {
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return (await answer.json()) as {
      id: string
      state: string
      reason: string | null
      progress: { payments: number; orders: number }
      summary: unknown[]
    }
  }
  const startedAt = performance.now()
  const window = { from: hondurasDayOf(new Date(firstAt * 1_000)), to: hondurasDayOf(new Date()) }
  const { id } = await call('POST', '/v1/reconciliations', window)
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    const run = await call('GET', `/v1/reconciliations/${id}`)
    if (run.state === 'running') continue
    const isEqual = run.summary.length === 0 && run.progress.payments === count
    if (run.state !== 'done' || !isEqual) throw new Error(JSON.stringify(run))
    return (performance.now() - startedAt) / 1_000
  }
}
