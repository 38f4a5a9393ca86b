import type { Contender } from '../contenders/contender.ts'
import { BENCH_STORE, startBenchServer } from '../contenders/installation.ts'
import { puente } from '../contenders/puente.ts'
import { fillDatabase } from '../load/fill-database.ts'
import type { Paid } from '../load/pay-orders.ts'
import { type Shop, startShop } from '../load/shop.ts'
import type { Extent } from '../measure/extent.ts'
import { measureLatencies } from '../measure/latencies.ts'
import { payingTurn } from '../measure/paying-turn.ts'
import { say } from '../measure/progress.ts'
import { inTurns, medianOf } from '../measure/rounds.ts'
import { percentile } from '../measure/statistics.ts'
import { digits, type Findings } from '../report/section.ts'

const NOTIFIED_STORE = 'notified'
/** Numbers that `fillDatabase` copies. */
const TEMPLATES = { plain: 777_777_777, notified: 777_777_778 }

/** The p99 of 500 events rests on five of them: too few for a ratio of two. */
const EVENTS_FACTOR = 2

type Round = Record<'applied' | 'notified' | 'p99', number>

export const benchMillion = async (extent: Extent): Promise<Findings> => {
  const shop = await startShop()
  const server = await startBenchServer()
  try {
    const stores = { [BENCH_STORE]: null, [NOTIFIED_STORE]: shop.url }
    const installed = async (key: string) => {
      const installation = await server.install(key, stores)
      const kind = { processes: 'together', jobs: 'PostgreSQL' } as const
      return {
        key,
        plain: puente(installation, kind, { store: BENCH_STORE }),
        notified: puente(installation, kind, { store: NOTIFIED_STORE }),
      }
    }
    const sides = [await installed('empty'), await installed('full')]
    for (const { plain, notified } of sides.slice(1)) {
      await fill({ plain, notified, shop, payments: extent.manyPayments })
    }
    const measured = await inTurns(sides, extent.rounds, async (side): Promise<Round> => {
      const plain = await payingTurn(server, side.plain, { extent })
      const notified = await payingTurn(server, side.notified, { extent, shop })
      const steadyEvents = EVENTS_FACTOR * extent.steadyEvents
      const latencies = await measureLatencies(side.notified, shop, { ...extent, steadyEvents })
      return {
        applied: plain.measured.appliedPerSecond,
        notified: notifiedOf(notified.measured),
        p99: percentile(latencies, 0.99),
      }
    })
    const of = (key: string, figure: keyof Round) => medianOf(measured, key, (each) => each[figure])
    const ratios = {
      applied: of('full', 'applied') / of('empty', 'applied'),
      notified: of('full', 'notified') / of('empty', 'notified'),
      // Inverted: less is better.
      p99: of('empty', 'p99') / of('full', 'p99'),
    }
    const row = (name: string, figure: keyof Round) => [
      name,
      digits(of('empty', figure)),
      digits(of('full', figure)),
      digits(ratios[figure]),
    ]
    return {
      sections: [
        {
          title: `With ${digits(extent.manyPayments)} payments in the database`,
          columns: ['what', 'empty', 'full', 'ratio'],
          rows: [
            row('orders paid a second', 'applied'),
            row('shops notified a second', 'notified'),
            row('delivery until the shop is notified, p99, ms', 'p99'),
          ],
        },
      ],
      figures: {
        'million.applied': ratios.applied,
        'million.notified': ratios.notified,
        'million.p99': ratios.p99,
      },
    }
  } finally {
    await shop.close()
    await server.stop()
  }
}

const fill = async ({
  plain,
  notified,
  shop,
  payments,
}: {
  plain: Contender
  notified: Contender
  shop: Shop
  payments: number
}): Promise<void> => {
  const startedAt = performance.now()
  const orders = payments / 2
  await fillDatabase(plain, { store: BENCH_STORE, template: TEMPLATES.plain, orders })
  const filling = { store: NOTIFIED_STORE, template: TEMPLATES.notified, orders }
  await fillDatabase(notified, { ...filling, shop })
  await plain.observer.query('VACUUM (ANALYZE)')
  const seconds = (performance.now() - startedAt) / 1_000
  say(`${digits(payments)} payments were written in ${digits(seconds)} seconds`)
}

const notifiedOf = ({ notifiedPerSecond = Number.NaN }: Paid): number => notifiedPerSecond
