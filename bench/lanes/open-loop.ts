import { BENCH_STORE, startBenchServer } from '../contenders/installation.ts'
import { puente } from '../contenders/puente.ts'
import {
  approvalsOf,
  areAllPaid,
  deliveriesTo,
  payOrders,
  secondsUntil,
} from '../load/pay-orders.ts'
import { sendSteadily } from '../load/send-steadily.ts'
import { requireBalance } from '../measure/balance.ts'
import type { Extent } from '../measure/extent.ts'
import { say } from '../measure/progress.ts'
import { inTurns, medianOf, spreadOf } from '../measure/rounds.ts'
import { percentile } from '../measure/statistics.ts'
import { digits, type Findings } from '../report/section.ts'

const SHARES = [0.5, 0.7, 0.9].map((share) => ({ key: String(share), share }))
/** Enough that a free one is rarely missing. */
const CONNECTIONS = 256

type Round = Record<'perSecond' | 'p50' | 'p99', number>

/**
 * Measures the time to an acknowledgement at fixed rates, as shares of the rate at which one process
 * pays orders. Counts from the scheduled time, so a stall shows in every delivery that it delays.
 */
export const benchOpenLoop = async (extent: Extent): Promise<Findings> => {
  const server = await startBenchServer()
  try {
    const installation = await server.install('open_loop', { [BENCH_STORE]: null })
    const kind = { processes: 'together', jobs: 'PostgreSQL' } as const
    const contender = puente(installation, kind, { store: BENCH_STORE })
    const service = await contender.start()
    const written = async (count: number) => {
      const numbers = await contender.prepare(count)
      return { numbers, requests: deliveriesTo(contender, approvalsOf(numbers)) }
    }
    try {
      await payOrders(contender, service, await written(extent.warmUpEvents))
      const { appliedPerSecond: capacity } = await payOrders(
        contender,
        service,
        await written(extent.events),
      )
      const measured = await inTurns(SHARES, extent.rounds, async ({ share }): Promise<Round> => {
        const perSecond = share * capacity
        const load = await written(Math.round((perSecond * extent.loadMs) / 1_000))
        const steady = { port: service.port, connections: CONNECTIONS, expectedStatus: 200 }
        const answers = await sendSteadily({ ...steady, requests: load.requests, perSecond })
        await secondsUntil(performance.now(), () => areAllPaid(contender, load.numbers))
        await requireBalance(contender, load)
        const latencies = answers.map(({ latencyMs }) => latencyMs)
        say(`${Math.round(perSecond)} a second: p99 ${digits(percentile(latencies, 0.99))} ms`)
        return { perSecond, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) }
      })
      const spread = (key: string, figure: keyof Round) =>
        spreadOf(measured, key, (round) => round[figure])
      const figures: Record<string, number> = {}
      for (const { key } of SHARES) {
        for (const figure of ['p50', 'p99'] as const) {
          figures[`open-loop.${key}.${figure}`] = medianOf(measured, key, (round) => round[figure])
        }
      }
      return {
        sections: [
          {
            title: 'Acknowledgements at a fixed rate, ms, in one process, jobs on PostgreSQL',
            note: `One process paid ${digits(capacity)} orders a second before. Latency counts from the scheduled time.`,
            columns: ['share of that rate', 'events a second', 'p50', 'p99'],
            rows: SHARES.map(({ key }) => [
              key,
              digits(medianOf(measured, key, ({ perSecond }) => perSecond)),
              spread(key, 'p50'),
              spread(key, 'p99'),
            ]),
          },
        ],
        figures,
      }
    } finally {
      await service.stop()
    }
  } finally {
    await server.stop()
  }
}
