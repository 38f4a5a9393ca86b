import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { hondurasDayOf } from '../src/contract/honduras-time.ts'
import { BENCH_STORE, install } from './installation.ts'
import { startPuenteProcess } from './puente-process.ts'
import { type Catalogue, fillLedger } from './reconcile-payments.ts'
import type { Row } from './table.ts'

const DAY_SECONDS = 24 * 60 * 60
const DAYS = 30
const SIZES = [10_000, 100_000]
const MILLION = 1_000_000
/** Where there is plenty, V8 takes memory before it collects garbage: the bound shows what is needed. */
const HEAP_MB = 128
const NODE_OPTIONS = `--max-old-space-size=${HEAP_MB} --max-semi-space-size=4`

/**
 * How long a reconciliation takes, and how much memory, against a ledger that has the same as the
 * gateway: time grows with the payments, and memory does not.
 */
export const benchReconcile = async ({ million }: { million: boolean }): Promise<Row[]> => {
  const rows: Row[] = []
  let smallest: Measured | undefined
  for (const count of million ? [...SIZES, MILLION] : SIZES) {
    const measured = await measure(count)
    smallest ??= measured
    const { seconds, peakMb } = measured
    const name = `reconcile ${count.toLocaleString('en')} payments`
    rows.push(
      { what: name, figure: `${seconds.toFixed(1)} s`, note: `${Math.round(count / seconds)}/s` },
      {
        what: `${name}, peak memory`,
        figure: `${Math.round(peakMb)} MB`,
        ratio: (peakMb / smallest.peakMb).toFixed(2),
        note: `Puente process, heap of ${HEAP_MB} MB; ${Math.round(measured.atRestMb)} MB before`,
      },
    )
  }
  return rows
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
  const gateway = await startGateway(catalogue)
  // Nobody is told anything: the address is there so that it is looked whether they were.
  const installation = await install('http://127.0.0.1:9/')
  try {
    await fillLedger(installation.db, BENCH_STORE, catalogue)
    const puente = await startPuenteProcess({
      ...installation.environment,
      NODE_OPTIONS,
      GATEWAY_BASE_URL: `http://127.0.0.1:${gateway.port}/v1`,
    })
    try {
      const atRestMb = puente.residentMb()
      const seconds = await reconcile(installation, catalogue)
      return { seconds, peakMb: puente.peakMb(), atRestMb }
    } finally {
      await puente.stop()
    }
  } finally {
    await installation.remove()
    gateway.process.disconnect()
  }
}

const startGateway = async (
  catalogue: Catalogue,
): Promise<{ process: ChildProcess; port: number }> => {
  const path = fileURLToPath(new URL('listing-gateway.ts', import.meta.url))
  const process = fork(path, [JSON.stringify(catalogue)])
  const [{ port }] = await once(process, 'message')
  return { process, port }
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
