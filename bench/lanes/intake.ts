import { startBare } from '../contenders/comparisons.ts'
import { BENCH_STORE, type Installation, startBenchServer } from '../contenders/installation.ts'
import { startPuenteProcess } from '../contenders/puente-process.ts'
import { approvalsOf, deliveriesTo } from '../load/pay-orders.ts'
import { type LoadResult, sendLoad, type WrittenRequest } from '../load/send-load.ts'
import type { Extent } from '../measure/extent.ts'
import { cpuMsOf, cpuMsOfPostgres } from '../measure/process-costs.ts'
import { inTurns, medianOf, spreadOf } from '../measure/rounds.ts'
import { digits, type Findings } from '../report/section.ts'

const CONNECTIONS = 64
const WARM_UP_MS = 1_000
const MOST_PER_SECOND = 20_000

type Figure = 'perSecond' | 'nodeUs' | 'postgresUs'
/** CPU per acknowledged event. */
type Round = { acknowledged: string[] } & Record<Figure, number>

export const benchIntake = async ({ rounds, loadMs }: Extent): Promise<Findings> => {
  const server = await startBenchServer()
  const installation = await server.install('intake', { [BENCH_STORE]: null })
  const puente = await startPuenteProcess({ ...installation.environment, ROLES: 'web' })
  const bare = await startBare()
  try {
    const pids = { bare: bare.pids, intake: [puente.pid] }
    const path = `/webhooks/gateway/${BENCH_STORE}`
    const written = () =>
      deliveriesTo({ path }, approvalsOf({ from: 1, to: (MOST_PER_SECOND * loadMs) / 1_000 }))
    const sides = [
      { key: 'bare', name: 'limit: signature alone, nothing stored', port: bare.port },
      { key: 'intake', name: 'Puente: durable batched insert', port: installation.port },
    ] as const
    for (const { port } of sides) await load(port, WARM_UP_MS, written())
    const measured = await inTurns(sides, rounds, async ({ key, port }): Promise<Round> => {
      const requests = written()
      const cpu = () => [cpuMsOf(pids[key]), cpuMsOfPostgres(server.postmaster)] as const
      const before = cpu()
      const { answered, requestsPerSecond } = await load(port, loadMs, requests)
      const [nodeMs, postgresMs] = cpu()
      const usOf = (ms: number) => (ms * 1_000) / answered.length
      return {
        acknowledged: answered,
        perSecond: requestsPerSecond,
        nodeUs: usOf(nodeMs - before[0]),
        postgresUs: usOf(postgresMs - before[1]),
      }
    })
    const acknowledged = (measured.get('intake') ?? []).flatMap((round) => round.acknowledged)
    await requireInInbox(installation, acknowledged)
    const of = (key: string, figure: Figure) => medianOf(measured, key, (round) => round[figure])
    const ratioOf = (key: string) => of(key, 'perSecond') / of('bare', 'perSecond')
    return {
      sections: [
        {
          title: `Intake at ${CONNECTIONS} connections`,
          note: `Puente acknowledged ${digits(acknowledged.length)} events, and all of them are in the inbox.`,
          columns: ['server', 'acknowledged a second', 'ratio', 'CPU µs, Node', 'PostgreSQL'],
          rows: sides.map(({ key, name }) => [
            name,
            spreadOf(measured, key, ({ perSecond }) => perSecond),
            digits(ratioOf(key)),
            digits(of(key, 'nodeUs')),
            key === 'bare' ? '-' : digits(of(key, 'postgresUs')),
          ]),
        },
      ],
      figures: {
        'intake.ratio': ratioOf('intake'),
        'intake.bare': of('bare', 'nodeUs'),
        'intake.node': of('intake', 'nodeUs'),
        'intake.postgres': of('intake', 'postgresUs'),
      },
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
