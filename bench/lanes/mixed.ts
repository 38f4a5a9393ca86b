import { applyGatewayEventKind } from '../../src/payments/ports/tasks/payment-tasks.ts'
import { type Contender, countOf, type Numbers } from '../contenders/contender.ts'
import { BENCH_STORE, type BenchServer, startBenchServer } from '../contenders/installation.ts'
import { puente } from '../contenders/puente.ts'
import { MIX_STEP, mixedEvents } from '../load/mixed-events.ts'
import {
  approvalsOf,
  deliverAll,
  deliveriesTo,
  payOrders,
  secondsUntil,
} from '../load/pay-orders.ts'
import type { Extent } from '../measure/extent.ts'
import { payingTurn } from '../measure/paying-turn.ts'
import { say } from '../measure/progress.ts'
import { inTurns, medianOf } from '../measure/rounds.ts'
import { takeTurn } from '../measure/turn.ts'
import { digits, type Findings } from '../report/section.ts'

interface Round {
  perSecond: number
  shareByThemselves?: number
}

/**
 * Measures throughput when a tenth are declines, expiries, refunds or duplicates, and the share
 * that does not fit a batch.
 */
export const benchMixed = async (extent: Extent): Promise<Findings> => {
  const server = await startBenchServer()
  try {
    const kind = { processes: 'together', jobs: 'PostgreSQL' } as const
    const contenders: Contender[] = []
    for (const key of ['plain', 'mixed']) {
      const installation = await server.install(key, { [BENCH_STORE]: null })
      contenders.push(puente(installation, kind, { store: BENCH_STORE, key }))
    }
    const measured = await inTurns(
      contenders,
      extent.rounds,
      (contender): Promise<Round> =>
        contender.key === 'plain'
          ? plainTurn(server, contender, extent)
          : mixedTurn(server, contender, extent),
    )
    const rateOf = (key: string) => medianOf(measured, key, ({ perSecond }) => perSecond)
    const ratio = rateOf('mixed') / rateOf('plain')
    const share = medianOf(measured, 'mixed', ({ shareByThemselves }) => shareByThemselves)
    return {
      sections: [
        {
          title: 'Mixed events, 10 % declined, expired, refunded or repeated',
          note: `Puente could not apply ${(100 * share).toFixed(2)} % of the mixed events in a batch.`,
          columns: ['events', 'applied a second', 'ratio'],
          rows: [
            ['each pays an order', digits(rateOf('plain')), digits(1)],
            ['mixed', digits(rateOf('mixed')), digits(ratio)],
          ],
        },
      ],
      figures: { 'mixed.ratio': ratio, 'mixed.by-themselves': share },
    }
  } finally {
    await server.stop()
  }
}

const plainTurn = async (
  server: BenchServer,
  contender: Contender,
  extent: Extent,
): Promise<Round> => {
  const { measured } = await payingTurn(server, contender, { extent })
  return { perSecond: measured.appliedPerSecond }
}

const mixedTurn = async (
  server: BenchServer,
  contender: Contender,
  { events, warmUpEvents }: Extent,
): Promise<Round> => {
  const { observer } = contender
  const count = Math.floor(events / MIX_STEP) * MIX_STEP
  const first = await contender.prepare(warmUpEvents)
  const turn = await takeTurn(server, {
    observer,
    start: contender.start,
    warmUp: async (service) => {
      const requests = deliveriesTo(contender, approvalsOf(first))
      return (await payOrders(contender, service, { numbers: first, requests })).units
    },
    prepare: async ({ port }) => {
      const waiting = await contender.prepare(count)
      const { happened, ends } = mixedEvents(waiting, first)
      const requests = deliveriesTo(contender, happened)
      const before = await statuses(contender)
      const tasksBefore = await tasksByThemselves(contender)
      return async () => {
        const startedAt = performance.now()
        const [, seconds] = await Promise.all([
          deliverAll(port, requests),
          secondsUntil(startedAt, async () => {
            if (!(await areLastPaid(contender, waiting))) return false
            const now = await statuses(contender)
            return Object.entries(ends).every(
              ([status, more]) => (now[status] ?? 0) - (before[status] ?? 0) === more,
            )
          }),
        ])
        const byThemselves = (await tasksByThemselves(contender)) - tasksBefore
        say(`mixed: ${Math.round(count / seconds)} events a second, ${byThemselves} by themselves`)
        return { units: count, perSecond: count / seconds, byThemselves }
      }
    },
  })
  const { perSecond, byThemselves } = turn.measured
  return { perSecond, shareByThemselves: byThemselves / count }
}

/** Cheaper than counting all. */
const areLastPaid = async ({ countPaid }: Contender, { to }: Numbers): Promise<boolean> => {
  const last = { from: to - 9, to: to - 1 }
  return (await countPaid(last)) === countOf(last)
}

const statuses = async ({ observer }: Contender): Promise<Record<string, number>> => {
  const rows = await observer.query<{ status: string; orders: number }>(
    'SELECT status, count(*)::int AS orders FROM orders GROUP BY status',
  )
  return Object.fromEntries(rows.map(({ status, orders }) => [status, orders]))
}

const tasksByThemselves = async ({ observer }: Contender): Promise<number> => {
  const [row] = await observer.query<{ tasks: number }>(
    'SELECT count(*)::int AS tasks FROM tasks WHERE kind = $1',
    [applyGatewayEventKind.kind],
  )
  return row?.tasks ?? 0
}
