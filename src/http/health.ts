import { type Response, Router } from 'express'
import { waitingAlertMessages } from '../db/alerts/alert-messages.ts'
import { probeWrites, readProbeFailure } from '../db/installation/probe-writes.ts'
import { keysInUse } from '../db/installation/sealed-values.ts'
import { listStores } from '../db/stores/stores.ts'
import { loadStoreHealth } from '../payments/health/store-health.ts'
import type { PaymentsContext } from '../payments/ports/context.ts'
import { sealedPlacesOf } from '../payments/ports/platform.ts'
import { SERVICE_HEADER } from '../runtime/http/known-services.ts'
import { within } from '../runtime/queue/within.ts'
import type { SecretSealer } from '../runtime/secrets/sealed-secrets.ts'

type Unhealthy =
  | { status: 'no database' | 'database takes no writes' | 'worker stuck' }
  | { status: 'sealing keys missing'; missing: string[] }

/** Fields besides `status` are warnings, which a restart would not fix. */
interface Healthy {
  status: 'ok'
  undelivered_alerts?: number
  stores_needing_attention?: number
  worker_waits_for?: 'redis'
}

export type Health = () => Promise<Unhealthy | Healthy>

export interface HealthDeps {
  ctx: PaymentsContext
  sealer: SecretSealer
  /** `undefined` in a process without the worker role. */
  worker: () => WorkerWatch | undefined
  databaseMs: number
  alertChannels: readonly string[]
  isIntakeFailing: () => boolean
}

export interface WorkerWatch {
  /** Seconds without progress while work is due, else 0. */
  stuckFor(): number
  isQueueAway(): boolean
}

/** A worker without Redis waits for it. */
export const isWorkerStuck = (worker: WorkerWatch | undefined): boolean =>
  worker !== undefined && worker.stuckFor() > 0 && !worker.isQueueAway()

/** Keys change rarely; probes come every few seconds. */
const KEYS_EVERY_MS = 15_000
const STORES_EVERY_MS = 5_000
/** Judging thousands of stores must not delay the probe. */
const STORES_WITHIN_MS = 1_000

/**
 * Healthy if the database accepts writes, settings hold every sealing key in use, and the worker
 * progresses.
 */
export const createHealth = ({
  ctx,
  sealer,
  worker,
  databaseMs,
  alertChannels,
  isIntakeFailing,
}: HealthDeps): Health => {
  const { query } = ctx.db
  const places = sealedPlacesOf(ctx.platforms.map(({ adapter }) => adapter))
  const findMissingKeys = cachedFor(KEYS_EVERY_MS, async () => {
    const keys = await keysInUse(query, sealer, places)
    return keys.filter(({ state }) => state !== 'opens').map(({ keyId }) => keyId)
  })
  const countConcerned = cachedFor(STORES_EVERY_MS, async () => {
    const stores = await listStores(query)
    const health = await loadStoreHealth(query, { stores, now: ctx.clock.now() })
    return health.filter(({ concerns }) => concerns.length > 0).length
  })
  const countUndelivered = async (): Promise<number> => {
    if (alertChannels.length === 0) return 0
    const waiting = await waitingAlertMessages(query, alertChannels)
    return waiting.reduce(
      (sum, { failingSince, messages }) => sum + (failingSince ? messages : 0),
      0,
    )
  }
  const probe = async (): Promise<'takes_writes' | ReturnType<typeof readProbeFailure>> => {
    try {
      await probeWrites(query)
      return 'takes_writes'
    } catch (error) {
      return readProbeFailure(error)
    }
  }

  return async () => {
    let found: { probed: Awaited<ReturnType<typeof probe>>; missing: string[]; undelivered: number }
    try {
      found = await within(databaseMs, async () => {
        const probed = await probe()
        if (probed === 'no_database') throw new Error('no database')
        // The failed write closes its connection.
        if (probed === 'takes_no_writes') return { probed, missing: [], undelivered: 0 }
        return { probed, missing: await findMissingKeys(), undelivered: await countUndelivered() }
      })
    } catch {
      return { status: 'no database' }
    }
    const { probed, missing, undelivered } = found
    if (probed === 'takes_no_writes' || isIntakeFailing()) {
      return { status: 'database takes no writes' }
    }
    if (missing.length > 0) return { status: 'sealing keys missing', missing }
    if (isWorkerStuck(worker())) return { status: 'worker stuck' }
    const concerned = await within(STORES_WITHIN_MS, countConcerned).catch(() => 0)
    return {
      status: 'ok',
      ...(undelivered > 0 && { undelivered_alerts: undelivered }),
      ...(concerned > 0 && { stores_needing_attention: concerned }),
      ...(worker()?.isQueueAway() && { worker_waits_for: 'redis' as const }),
    }
  }
}

const cachedFor = <T>(ms: number, load: () => Promise<T>): (() => Promise<T>) => {
  let known: { value: T; until: number } | undefined
  return async () => {
    if (!known || known.until <= Date.now()) known = { value: await load(), until: Date.now() + ms }
    return known.value
  }
}

export interface Probes {
  health: Health
  /** Whether the process is about to stop taking requests. */
  isStopping(): boolean
  /** Whether a restart would help. Asks no other process: a probe is impatient. */
  isStuck(): boolean
}

/**
 * Answers 200, or 503 with a reason. `/health`: problems of this process or its database. `/readyz`:
 * for a load balancer, also while the process stops. `/livez`: only problems that a restart fixes.
 */
export const probeRoutes = ({ health, isStopping, isStuck }: Probes): Router => {
  const router = Router()
  const answer = (response: Response, found: { status: string }) => {
    response.setHeader(SERVICE_HEADER.name, SERVICE_HEADER.value)
    response.status(found.status === 'ok' ? 200 : 503).json(found)
  }
  router.get('/health', async (_request, response) => answer(response, await health()))
  router.get('/readyz', async (_request, response) =>
    answer(response, isStopping() ? { status: 'stopping' } : { status: (await health()).status }),
  )
  router.get('/livez', (_request, response) =>
    answer(response, { status: isStuck() ? 'worker stuck' : 'ok' }),
  )
  return router
}
