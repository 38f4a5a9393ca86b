import { countOf } from '../contenders/contender.ts'
import { BENCH_STORE, startBenchServer } from '../contenders/installation.ts'
import { puente } from '../contenders/puente.ts'
import { type Scaled, type Size, startScaled } from '../contenders/scaled.ts'
import {
  approvalsOf,
  areAllPaid,
  CONNECTIONS,
  deliverAll,
  deliveriesTo,
  secondsUntil,
} from '../load/pay-orders.ts'
import { startShop } from '../load/shop.ts'
import { requireBalance } from '../measure/balance.ts'
import type { Extent } from '../measure/extent.ts'
import { cpuMsOf, cpuMsOfPostgres } from '../measure/process-costs.ts'
import { say } from '../measure/progress.ts'
import { inTurns, medianOf, spreadOf } from '../measure/rounds.ts'
import { digits, type Findings } from '../report/section.ts'

const SIZES = [
  { key: '1-1', webs: 1, workers: 1 },
  { key: '1-2', webs: 1, workers: 2 },
  { key: '2-2', webs: 2, workers: 2 },
  { key: '4-4', webs: 4, workers: 4 },
]
const SMALLEST = '1-1'

interface Round {
  paid: number
  notified: number
  /** Cores that the service and PostgreSQL kept busy. */
  serviceCores: number
  postgresCores: number
  /** Notifications that came twice after a worker was killed. */
  repeated: number
}

/**
 * Measures one installation by several processes that share its work, on one store, the hardest case:
 * its events and notifications cannot be divided by store. Each round ends with a load in which a
 * worker is killed; a round that does not balance is void.
 */
export const benchScale = async (extent: Extent): Promise<Findings> => {
  const server = await startBenchServer()
  const shop = await startShop()
  try {
    const contenders = []
    for (const size of SIZES) {
      const name = `scale_${size.key.replace('-', '_')}`
      const installation = await server.install(name, { [BENCH_STORE]: shop.url })
      const kind = { processes: 'apart', jobs: 'Redis' } as const
      contenders.push({
        ...puente(installation, kind, { store: BENCH_STORE }),
        ...size,
        installation,
      })
    }
    const measured = await inTurns(contenders, extent.rounds, async (contender): Promise<Round> => {
      const scaled = await startScaled(contender.installation, contender)
      /** Pays so many orders; `halfway` runs when half of the notifications have come. */
      const pay = async (count: number, halfway?: () => Promise<void>) => {
        shop.forget()
        const numbers = await contender.prepare(count)
        const requests = deliveriesTo(contender, approvalsOf(numbers))
        const startedAt = performance.now()
        const after = (share: number) =>
          secondsUntil(startedAt, async () => shop.notified() >= countOf(numbers) * share)
        const [, paidIn, notifiedIn] = await Promise.all([
          deliverTo(scaled, requests),
          secondsUntil(startedAt, () => areAllPaid(contender, numbers)),
          after(1),
          halfway && after(0.5).then(halfway),
        ])
        await requireBalance(contender, { numbers, requests, notified: shop.notified() })
        return { seconds: notifiedIn, paid: count / paidIn, notified: count / notifiedIn }
      }
      try {
        await pay(extent.warmUpEvents)
        const cpu = () => [cpuMsOf(scaled.pids), cpuMsOfPostgres(server.postmaster)]
        const before = cpu()
        const { seconds, ...rates } = await pay(extent.notifiedEvents)
        const [serviceCores = 0, postgresCores = 0] = cpu().map(
          (ms, at) => (ms - (before[at] ?? 0)) / 1_000 / seconds,
        )
        if (contender.workers > 1) await pay(extent.notifiedEvents, scaled.killWorker)
        say(`${inWords(contender)}: ${Math.round(rates.notified)} notified a second`)
        return { ...rates, serviceCores, postgresCores, repeated: shop.repeated() }
      } finally {
        await scaled.stop()
      }
    })
    const of = (key: string, figure: keyof Round) => medianOf(measured, key, (each) => each[figure])
    const ratio = (key: string) => of(key, 'notified') / of(SMALLEST, 'notified')
    return {
      sections: [
        {
          title: 'Several processes on one PostgreSQL and one Redis, one store',
          note: 'Ratios compare with one web process and one worker. Repeated: notifications sent again after a worker was killed in the middle of its load, under the same id.',
          columns: [
            'processes',
            'paid a second',
            'notified a second',
            'ratio',
            'cores, service',
            'cores, PostgreSQL',
            'repeated',
          ],
          rows: SIZES.map((size) => [
            inWords(size),
            spreadOf(measured, size.key, ({ paid }) => paid),
            spreadOf(measured, size.key, ({ notified }) => notified),
            digits(ratio(size.key)),
            digits(of(size.key, 'serviceCores')),
            digits(of(size.key, 'postgresCores')),
            size.workers > 1 ? digits(of(size.key, 'repeated')) : '-',
          ]),
        },
      ],
      figures: { 'scale.second-worker': ratio('1-2') },
    }
  } finally {
    await shop.close()
    await server.stop()
  }
}

const inWords = ({ webs, workers }: Size): string => `${webs} web, ${workers} worker`

const deliverTo = async (
  { ports }: Scaled,
  requests: ReturnType<typeof deliveriesTo>,
): Promise<void> => {
  const connections = Math.ceil(CONNECTIONS / ports.length)
  await Promise.all(
    ports.map((port, at) =>
      deliverAll(
        port,
        requests.filter((_, index) => index % ports.length === at),
        { connections },
      ),
    ),
  )
}
