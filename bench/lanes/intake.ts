import { startBare } from '../contenders/comparisons.ts'
import { BENCH_STORE, type Installation, startBenchServer } from '../contenders/installation.ts'
import { startPuenteProcess } from '../contenders/puente-process.ts'
import { approvalsOf, deliveriesTo } from '../load/pay-orders.ts'
import { type LoadResult, sendLoad, type WrittenRequest } from '../load/send-load.ts'
import type { Extent } from '../measure/extent.ts'
import { inTurns, medianOf } from '../measure/rounds.ts'
import { digits, type Findings } from '../report/section.ts'

const CONNECTIONS = 64
const WARM_UP_MS = 1_000
const MOST_PER_SECOND = 20_000

export const benchIntake = async ({ rounds, loadMs }: Extent): Promise<Findings> => {
  const server = await startBenchServer()
  const installation = await server.install('intake', { [BENCH_STORE]: null })
  const puente = await startPuenteProcess({ ...installation.environment, ROLES: 'web' })
  const bare = await startBare()
  try {
    const path = `/webhooks/gateway/${BENCH_STORE}`
    const written = () =>
      deliveriesTo({ path }, approvalsOf({ from: 1, to: (MOST_PER_SECOND * loadMs) / 1_000 }))
    const sides = [
      { key: 'bare', name: 'limit: signature alone, nothing stored', port: bare.port },
      { key: 'intake', name: 'Puente: durable batched insert', port: installation.port },
    ]
    for (const { port } of sides) await load(port, WARM_UP_MS, written())
    const measured = await inTurns(sides, rounds, ({ port }) => load(port, loadMs, written()))
    const acknowledged = (measured.get('intake') ?? []).flatMap(({ answered }) => answered)
    await requireInInbox(installation, acknowledged)
    const rateOf = (key: string) =>
      medianOf(measured, key, ({ requestsPerSecond }) => requestsPerSecond)
    const ratio = rateOf('intake') / rateOf('bare')
    return {
      sections: [
        {
          title: `Intake at ${CONNECTIONS} connections`,
          note: `Puente acknowledged ${digits(acknowledged.length)} events, and all of them are in the inbox.`,
          columns: ['server', 'acknowledged a second', 'ratio'],
          rows: sides.map(({ key, name }) => [
            name,
            digits(rateOf(key)),
            digits(rateOf(key) / rateOf('bare')),
          ]),
        },
      ],
      figures: { 'intake.ratio': ratio },
    }
  } finally {
    await bare.stop()
    await puente.stop()
    await server.stop()
  }
}

const load = async (
  port: number,
  durationMs: number,
  requests: readonly WrittenRequest[],
): Promise<LoadResult> => {
  const options = { connections: CONNECTIONS, durationMs, expectedStatus: 200 }
  const result = await sendLoad({ port, requests, ...options })
  if (result.refused > 0) throw new Error(`${result.refused} deliveries were refused`)
  return result
}

const requireInInbox = async (
  { observer }: Installation,
  ids: readonly string[],
): Promise<void> => {
  const [row] = await observer.query<{ found: number }>(
    'SELECT count(*)::int AS found FROM events WHERE message_id = ANY($1)',
    [ids],
  )
  const missing = ids.length - (row?.found ?? 0)
  if (missing > 0) throw new Error(`${missing} acknowledged events are not in the inbox`)
}
