import { BENCH_STORE, startBenchServer } from '../contenders/installation.ts'
import { puente } from '../contenders/puente.ts'
import { startShop } from '../load/shop.ts'
import type { Extent } from '../measure/extent.ts'
import { measureLatencies, PER_SECOND } from '../measure/latencies.ts'
import { inTurns, medianOf, spreadOf } from '../measure/rounds.ts'
import { percentile } from '../measure/statistics.ts'
import type { Findings } from '../report/section.ts'

export const benchLatency = async (extent: Extent): Promise<Findings> => {
  const server = await startBenchServer()
  const shops = { PostgreSQL: await startShop(), Redis: await startShop() }
  try {
    const contenders = []
    for (const jobs of ['PostgreSQL', 'Redis'] as const) {
      const shop = shops[jobs]
      const installation = await server.install(jobs.toLowerCase(), { [BENCH_STORE]: shop.url })
      const kind = { processes: 'together', jobs } as const
      contenders.push({ ...puente(installation, kind, { store: BENCH_STORE }), shop })
    }
    const measured = await inTurns(contenders, extent.rounds, (contender) =>
      measureLatencies(contender, contender.shop, extent),
    )
    const of = (key: string, share: number) =>
      medianOf(measured, key, (latencies) => percentile(latencies, share))
    const spread = (key: string, share: number) =>
      spreadOf(measured, key, (latencies) => percentile(latencies, share))
    const figures: Record<string, number> = {}
    for (const { key } of contenders) {
      figures[`latency.${key}.p50`] = of(key, 0.5)
      figures[`latency.${key}.p99`] = of(key, 0.99)
    }
    return {
      sections: [
        {
          title: `Delivery to notification, ms, at ${PER_SECOND} events a second`,
          columns: ['service', 'p50', 'p99'],
          rows: contenders.map(({ key, name }) => [name, spread(key, 0.5), spread(key, 0.99)]),
        },
      ],
      figures,
    }
  } finally {
    for (const shop of Object.values(shops)) await shop.close()
    await server.stop()
  }
}
