import { batched, byHand, startBare } from '../contenders/comparisons.ts'
import type { Contender } from '../contenders/contender.ts'
import { BENCH_STORE, startBenchServer } from '../contenders/installation.ts'
import { keyOfPuente, type PuenteKind, puente } from '../contenders/puente.ts'
import { approvalsOf, deliverAll, deliveriesTo, type Paid } from '../load/pay-orders.ts'
import { startShop } from '../load/shop.ts'
import type { Extent } from '../measure/extent.ts'
import { payingTurn } from '../measure/paying-turn.ts'
import { inTurns, medianOf, spreadOf } from '../measure/rounds.ts'
import { median } from '../measure/statistics.ts'
import type { Turn } from '../measure/turn.ts'
import { digits, type Findings, type Section } from '../report/section.ts'

const KINDS: readonly PuenteKind[] = [
  { processes: 'together', jobs: 'PostgreSQL' },
  { processes: 'apart', jobs: 'PostgreSQL' },
  { processes: 'together', jobs: 'Redis' },
  { processes: 'apart', jobs: 'Redis' },
]

type Measured = ReadonlyMap<string, readonly Turn<Paid>[]>

/**
 * Measures throughput and cost against a hand-written service and the upper bounds, with and
 * without notifications.
 */
export const benchEvents = async (extent: Extent): Promise<Findings> => {
  const plain = await compare({ extent, isNotified: false })
  const notified = await compare({ extent, isNotified: true })
  return {
    sections: [...plain.sections, ...notified.sections],
    figures: { ...plain.figures, ...notified.figures },
  }
}

const compare = async ({
  extent,
  isNotified,
}: {
  extent: Extent
  isNotified: boolean
}): Promise<Required<Findings>> => {
  const server = await startBenchServer()
  const shop = isNotified ? await startShop() : undefined
  try {
    const stores = { [BENCH_STORE]: shop?.url ?? null }
    const install = (key: string) => server.install(key.replaceAll('-', '_'), stores)
    const contenders: Contender[] = [
      await byHand(await install('by-hand'), { shopUrl: shop?.url }),
      ...(isNotified ? [] : [await batched(await install('batched'))]),
    ]
    for (const kind of KINDS) {
      const installation = await install(keyOfPuente(kind))
      contenders.push(puente(installation, kind, { store: BENCH_STORE }))
    }
    const bare: number[] = []
    const measured = await inTurns(contenders, extent.rounds, async (contender) => {
      if (!isNotified && contender === contenders[0]) bare.push(await bareRate(extent))
      return payingTurn(server, contender, { extent, shop })
    })
    const prefix = isNotified ? 'notified' : 'plain'
    return {
      sections: [
        ratesOf(contenders, measured, { isNotified, bare }),
        costsOf(contenders, measured, { isNotified }),
      ],
      figures: figuresOf(contenders, measured, prefix),
    }
  } finally {
    await shop?.close()
    await server.stop()
  }
}

const bareRate = async ({ events }: Extent): Promise<number> => {
  const service = await startBare()
  const requests = deliveriesTo({ path: '/' }, approvalsOf({ from: 1, to: events }))
  return deliverAll(service.port, requests).finally(service.stop)
}

const titleOf = (isNotified: boolean): string =>
  isNotified ? 'with notifications' : 'without notifications'

const acknowledged = ({ measured }: Turn<Paid>) => measured.acknowledgedPerSecond
const applied = ({ measured }: Turn<Paid>) => measured.appliedPerSecond
const notified = ({ measured }: Turn<Paid>) => measured.notifiedPerSecond

const ratesOf = (
  contenders: readonly Contender[],
  measured: Measured,
  { isNotified, bare }: { isNotified: boolean; bare: readonly number[] },
): Section => {
  const ratio = (key: string, figure: (turn: Turn<Paid>) => number | undefined) =>
    digits(medianOf(measured, key, figure) / medianOf(measured, 'by-hand', figure))
  const rows = contenders.map(({ key, name }) => [
    name,
    digits(medianOf(measured, key, acknowledged)),
    spreadOf(measured, key, applied),
    ratio(key, applied),
    ...(isNotified ? [spreadOf(measured, key, notified), ratio(key, notified)] : []),
  ])
  const bareRow = ['limit: signature alone, nothing stored', digits(median(bare)), '-', '-']
  return {
    title: `Paid orders a second, ${titleOf(isNotified)}`,
    note: 'Ratios compare with the service by hand.',
    columns: [
      'service',
      'acknowledged',
      'paid',
      'ratio',
      ...(isNotified ? ['notified', 'ratio'] : []),
    ],
    rows: isNotified ? rows : [bareRow, ...rows],
  }
}

const costsOf = (
  contenders: readonly Contender[],
  measured: Measured,
  { isNotified }: { isNotified: boolean },
): Section => ({
  title: `Cost of one event, ${titleOf(isNotified)}`,
  columns: [
    'service',
    'statements',
    'commits',
    'WAL bytes',
    'CPU ms, service',
    'PostgreSQL',
    'Redis',
    'peak MB',
  ],
  rows: contenders.map(({ key, name }) => {
    const of = (figure: (turn: Turn<Paid>) => number) => digits(medianOf(measured, key, figure))
    return [
      name,
      of(({ costs }) => costs.statements),
      of(({ costs }) => costs.commits),
      of(({ costs }) => costs.walBytes),
      of(({ costs }) => costs.serviceMs),
      of(({ costs }) => costs.postgresMs),
      of(({ costs }) => costs.redisMs),
      of(({ peakMb }) => peakMb),
    ]
  }),
})

const figuresOf = (
  contenders: readonly Contender[],
  measured: Measured,
  prefix: 'plain' | 'notified',
): Record<string, number> => {
  const figures: Record<string, number> = {}
  for (const { key } of contenders) {
    const add = (name: string, figure: (turn: Turn<Paid>) => number | undefined) => {
      figures[`${prefix}.${key}.${name}`] = medianOf(measured, key, figure)
    }
    add('applied', applied)
    add('statements', ({ costs }) => costs.statements)
    add('commits', ({ costs }) => costs.commits)
    if (prefix === 'notified') add('notified', notified)
  }
  return figures
}
