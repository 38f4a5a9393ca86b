import { BENCH_STORE, startBenchServer } from '../contenders/installation.ts'
import { type PuenteKind, puente } from '../contenders/puente.ts'
import type { Paid } from '../load/pay-orders.ts'
import { startShop } from '../load/shop.ts'
import { startTraceSink } from '../load/trace-sink.ts'
import type { Extent } from '../measure/extent.ts'
import { payingTurn } from '../measure/paying-turn.ts'
import { inTurns, medianOf, spreadOf } from '../measure/rounds.ts'
import type { Turn } from '../measure/turn.ts'
import { digits, type Findings } from '../report/section.ts'

const KIND: PuenteKind = { processes: 'together', jobs: 'PostgreSQL' }

/** Measures what traces cost an event: none, a tenth of them, all. */
export const benchTraces = async (extent: Extent): Promise<Findings> => {
  const server = await startBenchServer()
  const shop = await startShop()
  const sink = await startTraceSink()
  try {
    const stores = { [BENCH_STORE]: shop.url }
    const kinds = [
      { key: 'off', name: 'off', settings: {} },
      { key: 'tenth', name: 'a tenth', settings: tracedTo(sink.url, '0.1') },
      { key: 'all', name: 'all', settings: tracedTo(sink.url, '1') },
    ]
    const contenders = []
    for (const { key, ...of } of kinds) {
      const installation = await server.install(`traces_${key}`, stores)
      contenders.push(puente(installation, KIND, { store: BENCH_STORE, key, ...of }))
    }
    const measured = await inTurns(contenders, extent.rounds, (contender) =>
      payingTurn(server, contender, { extent, shop }),
    )
    const ratio = (key: string, figure: (turn: Turn<Paid>) => number | undefined) =>
      digits(medianOf(measured, key, figure) / medianOf(measured, 'off', figure))
    const cpu = ({ costs }: Turn<Paid>) => costs.serviceMs + costs.postgresMs
    const notified = ({ measured: { notifiedPerSecond } }: Turn<Paid>) => notifiedPerSecond
    return {
      sections: [
        {
          title: 'Traces, of orders paid and notified',
          note: 'CPU of Puente and PostgreSQL; ratios compare with no traces.',
          columns: [
            'traces',
            'notified a second',
            'ratio',
            'CPU ms an event',
            'ratio',
            'WAL bytes',
          ],
          rows: kinds.map(({ key, name }) => [
            name,
            spreadOf(measured, key, notified),
            ratio(key, notified),
            digits(medianOf(measured, key, cpu)),
            ratio(key, cpu),
            digits(medianOf(measured, key, ({ costs }) => costs.walBytes)),
          ]),
        },
      ],
    }
  } finally {
    sink.close()
    await shop.close()
    await server.stop()
  }
}

const tracedTo = (endpoint: string, share: string) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_TRACES_SAMPLER_ARG: share,
})
