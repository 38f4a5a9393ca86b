import { storeMessages } from '../../src/db/notifications/store-messages.ts'
import { StoreId } from '../../src/domain/ids.ts'
import type { Contender } from '../contenders/contender.ts'
import { BENCH_SECRET, BENCH_STORE, startBenchServer, withDb } from '../contenders/installation.ts'
import { puente } from '../contenders/puente.ts'
import {
  approvalsOf,
  areAllPaid,
  deliverAll,
  deliveriesTo,
  secondsUntil,
} from '../load/pay-orders.ts'
import { type Shop, startShop } from '../load/shop.ts'
import { signedDelivery } from '../load/signed-deliveries.ts'
import type { Extent } from '../measure/extent.ts'
import { paySteadily } from '../measure/latencies.ts'
import { say } from '../measure/progress.ts'
import { inTurns, medianOf } from '../measure/rounds.ts'
import { percentile } from '../measure/statistics.ts'
import { digits } from '../report/section.ts'

const QUIET_STORE = 'quiet'
const QUIET_EVENTS = 60
const QUIET_PER_SECOND = 20
const WARM_UP = { events: 100, perSecond: 50 }
const EVENTS_OF_ONE = 1_200

export interface Delays {
  rows: string[][]
  figures: Record<string, number>
}

interface Flood {
  key: string
  name: string
  /** Resolves with a function that starts the flood; its result waits for the end. */
  prepare(): Promise<(port: number) => Promise<() => Promise<unknown>>>
}

/**
 * Measures a store's notification latency during another's backlog: many orders paid concurrently,
 * or many events about one payment.
 */
export const floodOfEvents = async (extent: Extent): Promise<Delays> => {
  const shop = await startShop()
  const server = await startBenchServer()
  try {
    const stores = { [QUIET_STORE]: shop.url, [BENCH_STORE]: null }
    const installation = await server.install('flood', stores)
    const kind = { processes: 'together', jobs: 'PostgreSQL' } as const
    const quiet = puente(installation, kind, { store: QUIET_STORE })
    const flooded = puente(installation, kind, { store: BENCH_STORE })
    const floods: Flood[] = [
      { key: 'alone', name: 'an event, alone', prepare: async () => async () => async () => {} },
      manyOrders(flooded, { databaseUrl: installation.databaseUrl, events: extent.events }),
      onePayment(flooded),
    ]
    const measured = await inTurns(floods, extent.rounds, (flood) => measure(quiet, shop, flood))
    const of = (key: string, share: number) =>
      medianOf(measured, key, (latencies) => percentile(latencies, share))
    return {
      rows: floods.map(({ key, name }) => [name, digits(of(key, 0.5)), digits(of(key, 1))]),
      figures: { 'flood.events': of('many-orders', 1) - of('alone', 0.5) },
    }
  } finally {
    await shop.close()
    await server.stop()
  }
}

const measure = async (quiet: Contender, shop: Shop, flood: Flood): Promise<number[]> => {
  const warmUp = await quiet.prepare(WARM_UP.events)
  const numbers = await quiet.prepare(QUIET_EVENTS)
  const begin = await flood.prepare()
  const service = await quiet.start()
  try {
    const { port } = service
    await paySteadily(quiet, { port, shop, numbers: warmUp, perSecond: WARM_UP.perSecond })
    const end = await begin(port)
    const steady = { port, shop, numbers, perSecond: QUIET_PER_SECOND }
    const latencies = await paySteadily(quiet, steady)
    say(`${flood.name}: ${digits(percentile(latencies, 0.5))} ms`)
    await end()
    return latencies
  } finally {
    await service.stop()
  }
}

/** One transaction, as after an outage. */
const manyOrders = (
  flooded: Contender,
  { databaseUrl, events }: { databaseUrl: string; events: number },
): Flood => ({
  key: 'many-orders',
  name: `an event, with ${digits(events)} of another store waiting`,
  prepare: async () => {
    const numbers = await flooded.prepare(events)
    const storeId = StoreId.parse(BENCH_STORE)
    const messages = approvalsOf(numbers).map((approval) => {
      const { eventId, body } = signedDelivery(BENCH_SECRET, approval)
      const receivedAt = new Date()
      const messageId = eventId
      return { source: 'gateway', storeId, messageId, body: Buffer.from(body), receivedAt } as const
    })
    return async () => {
      await withDb(databaseUrl, ({ pool }) => storeMessages(pool, messages, { limitMs: 60_000 }))
      return () => secondsUntil(performance.now(), () => areAllPaid(flooded, numbers))
    }
  },
})

const onePayment = (flooded: Contender): Flood => ({
  key: 'one-payment',
  name: `an event, while ${digits(EVENTS_OF_ONE)} come about one payment of another store`,
  prepare: async () => {
    const { from } = await flooded.prepare(1)
    const approvals = Array.from({ length: EVENTS_OF_ONE }, () => ({
      id: from,
      reference: String(from),
    }))
    const requests = deliveriesTo(flooded, approvals)
    return async (port) => {
      const delivering = deliverAll(port, requests)
      return () => delivering
    }
  },
})
