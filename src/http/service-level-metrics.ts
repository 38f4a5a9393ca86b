import { Gauge, type Registry } from 'prom-client'
import type { DbQuery } from '../db/db.ts'
import { levelSince, storeWorkSince } from '../db/stores/store-work.ts'
import {
  judgeLevels,
  missedLevels,
  type ServiceLevel,
  type StoreLevel,
} from '../payments/health/rules/service-level.ts'
import { addMs, type Clock, SECOND } from '../runtime/clock.ts'
import { within } from '../runtime/queue/within.ts'

/** Upper bounds on series with a store's name, however many stores there are. */
const MOST_MISSED = 20
const MOST_BUSY = 10
/** Scrapes of several servers share one reading. */
const READ_EVERY_MS = 15 * SECOND

/**
 * Registers gauges of service levels. They are of the installation, not of the process: any process
 * shows all stores' work in this hour and the one before.
 */
export const registerServiceLevels = (
  registry: Registry,
  deps: { query: DbQuery; clock: Clock; databaseMs: number; level: ServiceLevel },
): void => {
  const { query, clock, databaseMs, level } = deps
  let reading: { until: number; levels: Promise<StoreLevel[] | undefined> } | undefined
  const levels = (): Promise<StoreLevel[] | undefined> => {
    const at = clock.now()
    if (!reading || at.getTime() >= reading.until) {
      const works = within(databaseMs, () => storeWorkSince(query, levelSince(at)))
      reading = {
        until: addMs(at, READ_EVERY_MS).getTime(),
        levels: works.then((found) => judgeLevels(found, level)).catch(() => undefined),
      }
    }
    return reading.levels
  }

  new Gauge({
    name: 'puente_stores_below_service_level',
    help: 'Stores below the service level for notifications in this hour and the previous one, by who caused the delays; NaN if the database does not answer.',
    labelNames: ['by'],
    registers: [registry],
    async collect() {
      const found = await levels()
      for (const by of ['puente', 'store'] as const)
        this.set(
          { by },
          found ? found.filter(({ missedBy }) => missedBy === by).length : Number.NaN,
        )
    },
  })
  new Gauge({
    name: 'puente_store_notified_in_time_ratio',
    help: `Share of a store's notifications that arrived in time, for the ${MOST_MISSED} lowest stores below the service level.`,
    labelNames: ['store', 'by'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const one of missedLevels((await levels()) ?? []).slice(0, MOST_MISSED))
        this.set({ store: one.store_id, by: one.missedBy ?? '' }, one.inTime ?? 1)
    },
  })
  new Gauge({
    name: 'puente_store_work_ratio',
    help: `Share of the installation's events, notifications and other tasks, for the ${MOST_BUSY} busiest stores.`,
    labelNames: ['store'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const one of ((await levels()) ?? []).slice(0, MOST_BUSY))
        this.set({ store: one.store_id }, one.workShare)
    },
  })
}
