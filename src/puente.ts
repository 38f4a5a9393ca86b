import { randomInt } from 'node:crypto'
import type { Router } from 'express'
import { isLocalGateway } from '../config/addresses.ts'
import { type Settings, settingsOf } from '../config/settings.ts'
import { type DbOptions, openDb, type StoreRow } from './db/db.ts'
import { installationId } from './db/installation.ts'
import { createPartitionsAhead } from './db/partitions.ts'
import { watchProcesses } from './db/process-watch.ts'
import { showAsAlive } from './db/processes.ts'
import { requireSealingKeys } from './db/sealing-check.ts'
import { openStoreSecret } from './db/store-secrets.ts'
import type { Locale } from './db/tables/stores.ts'
import { createGateway } from './gateway/client.ts'
import { signDelivery } from './gateway/webhook-signature.ts'
import { createHealth } from './http/health.ts'
import { createMetrics } from './http/metrics.ts'
import type { InstalledPlatform } from './http/platform-routes.ts'
import { startPrivateServer } from './http/private-server.ts'
import { startWeb } from './http/web.ts'
import { CIRCUIT_SIGNAL, createCircuits } from './payments/circuits/circuits.ts'
import { noticeGateway, noticeStorefront } from './payments/circuits/notice-reach.ts'
import {
  orderLog,
  PAYMENT_CREATED_SIGNAL,
  type PaymentsContext,
  REFUND_SIGNAL,
  WORK_SIGNAL,
} from './payments/context.ts'
import { openPlatform } from './payments/open-platform.ts'
import { CLOCK_SIGNAL, followTestClock } from './payments/operations/test-clock.ts'
import { platformOf, schemasOf, sealedPlacesOf } from './payments/platform.ts'
import { createKeyWatch } from './payments/stores/watch-key.ts'
import { adjustableClock, systemClock } from './runtime/clock.ts'
import { createIds } from './runtime/ids.ts'
import { openJobQueues } from './runtime/job-queue.ts'
import type { Log } from './runtime/log.ts'
import { isNotAllowed } from './runtime/schema.ts'
import { createSecretSealer, type SecretSealer } from './runtime/sealed-secrets.ts'
import { sealingKeyOfDataDir } from './runtime/sealing-key-file.ts'
import { listenForSignals } from './runtime/signals.ts'
import { startSchedules } from './tasks/schedules.ts'
import { type RunningWorker, startWorker } from './tasks/worker.ts'

export interface OpenedPuente {
  ctx: PaymentsContext
  sealer: SecretSealer
}

export interface Puente extends OpenedPuente {
  /** Where the web role listens, when this process has it. */
  port: number | undefined
  /** Where this process has its health, metrics and the API reference, if not there. */
  privatePort: number | undefined
  /** Stops taking work, lets running work finish, closes every connection. */
  close(): Promise<void>
}

export interface PuenteOptions {
  settings: Settings
  /** `adapters/registry.ts`. */
  platforms: readonly InstalledPlatform[]
  databaseUrl: string
  log: Log
  /** `{base_url}` of the gateway. */
  gatewayBaseUrl: string
  /** Without it, cards cannot be confirmed (contract 4.13). */
  gatewayEmbedBaseUrl?: string | undefined
  /** Without it, our card page has no card fields (contract 4.14). */
  gatewaySdkUrl?: string | undefined
  /** Where customers and shops reach the web role. */
  publicUrl: string
  /** How long a web role that stops goes on taking requests on connections that are kept alive. */
  idleMs?: number | undefined
  /** Pages of the demo shop. */
  demo?: Router | undefined
  /** Runs when everything is open and before the first request is taken. */
  prepare?: ((opened: OpenedPuente) => Promise<void>) | undefined
}

/** Whoever asks for the health of a process waits some seconds at most. */
const HEALTH_DATABASE_MS = 3_000
/** The gateway waits for fifteen seconds (`gateway-api.md` 6.5) and is told in good time. */
const INTAKE_DATABASE_MS = 5_000

/** A call of the gateway that is under way when we stop is finished, and its outcome written. */
const finishCallsMs = ({ GATEWAY_TIMEOUT_MS: ms }: Settings): number => ms + 2_000

/** Where the database is, and how long it may take, by the settings. */
const databaseOptions = (
  settings: Settings,
  databaseUrl: string,
): Omit<DbOptions, 'log' | 'platformSchemas'> => ({
  databaseUrl,
  directUrl: settings.DATABASE_DIRECT_URL,
  limits: {
    statementMs: settings.DATABASE_TIMEOUT_MS,
    longStatementMs: settings.DATABASE_LONG_TIMEOUT_MS,
  },
})

/**
 * How long stopping takes at most: running calls are finished, what takes longer is handed back, and
 * connections are closed. Whoever stops a process waits longer (25 s, as `compose.yaml` has it).
 */
export const gracefulStopMs = (settings: Settings): number => finishCallsMs(settings) + 6_000

/**
 * Starts the roles of `settings.ROLES` in this process: `web` takes requests, `worker` runs what
 * follows from them. Several processes with any roles can work on one PostgreSQL (and Redis).
 */
export const startPuente = async (options: PuenteOptions): Promise<Puente> => {
  const closers: Array<() => Promise<void>> = []
  const close = async () => {
    const failures: unknown[] = []
    for (let next = closers.shift(); next; next = closers.shift()) {
      // What stays open would keep others from ending: the database's server, for one.
      await next().catch((error) => failures.push(error))
    }
    if (failures.length > 0) throw failures[0]
  }
  try {
    return { ...(await startRoles(options, (closer) => closers.unshift(closer))), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Opens everything, and leaves with `onClose` how to close it: what was opened last goes first. */
const startRoles = async (
  options: PuenteOptions,
  onClose: (closer: () => Promise<void>) => void,
): Promise<Omit<Puente, 'close'>> => {
  const { settings, databaseUrl, log } = options
  const sealer = createSecretSealer(settings.SEALING_KEYS ?? sealingKeyOfDataDir(settings.DATA_DIR))
  const processId = randomInt(1, 2 ** 31 - 1)
  const clock = adjustableClock()
  const db = await openDb({
    ...databaseOptions(settings, databaseUrl),
    platformSchemas: schemasOf(options.platforms),
    log,
  })
  onClose(db.close)
  await requireSealingKeys(db.query, sealer, sealedPlacesOf(options.platforms))
  await createPartitionsAhead(db.query, clock.now()).catch((error) => {
    if (!isNotAllowed(error)) throw error
    // The months without a partition go to the default one.
    log.warn(
      { err: error },
      'the role of DATABASE_URL may not make partitions: see docs/operations.md',
    )
  })
  const signals = await listenForSignals({
    url: settings.DATABASE_DIRECT_URL ?? databaseUrl,
    applicationName: 'puente-signals',
    channels: [WORK_SIGNAL, PAYMENT_CREATED_SIGNAL, REFUND_SIGNAL, CLOCK_SIGNAL, CIRCUIT_SIGNAL],
    // As long as this connection lives, other workers know that this process does.
    onConnect: (client) => showAsAlive(client, processId),
    statementMs: settings.DATABASE_TIMEOUT_MS,
    log,
  })
  onClose(signals.close)
  const watchKey = createKeyWatch({ db, clock, log })
  const circuits = createCircuits({ db, clock, signals, log })
  const ids = createIds(clock)
  const platforms = options.platforms.map((adapter) =>
    openPlatform(adapter, {
      db,
      sealer,
      ids,
      clock,
      publicUrl: options.publicUrl,
      settings: settingsOf(settings, adapter),
    }),
  )
  /** How gateway and shop are reached; `noticing`: and noticed that they are, call by call. */
  const reachOf = (
    noticing?: (store: StoreRow) => Parameters<typeof noticeGateway>[0],
  ): Pick<PaymentsContext, 'gatewayOf' | 'storefrontOf'> => ({
    gatewayOf: (store, orderId, answered) =>
      createGateway({
        baseUrl: options.gatewayBaseUrl,
        embedBaseUrl: options.gatewayEmbedBaseUrl,
        secretKey: openStoreSecret(sealer, store, 'sealed_secret_key'),
        timeoutMs: settings.GATEWAY_TIMEOUT_MS,
        language: store.locale,
        heard: watchKey(store),
        answered: answered ?? (noticing && noticeGateway(noticing(store))),
        log: orderId
          ? orderLog(log, { id: orderId, store_id: store.id })
          : log.child({ store: store.id }),
      }),
    storefrontOf: (store) => {
      const storefront = platformOf(platforms, store).storefrontOf(store)
      return noticing ? noticeStorefront(storefront, noticing(store)) : storefront
    },
  })
  const ctx: PaymentsContext = {
    processId,
    processes: watchProcesses(db.query, processId),
    creating: new Set(),
    db,
    clock,
    ids,
    log,
    signals,
    circuits,
    ...reachOf((store) => ({ circuits, store, log })),
    platforms,
    signAsGateway: (store, rawBody) => {
      const secret = openStoreSecret(sealer, store, 'sealed_webhook_secret')
      return signDelivery({ secret, rawBody, now: systemClock.now() })
    },
    canConfirm: options.gatewayEmbedBaseUrl !== undefined,
    cardPage: {
      requiresHttps: settings.NODE_ENV === 'production',
      publicUrl: options.publicUrl,
      embedBaseUrl: options.gatewayEmbedBaseUrl,
      sdkUrl: options.gatewaySdkUrl,
      frameUrl: settings.GATEWAY_FRAME_URL,
    },
    publicUrl: options.publicUrl,
    gatewayTimeoutMs: settings.GATEWAY_TIMEOUT_MS,
  }
  const testClock =
    settings.NODE_ENV !== 'production' && isLocalGateway(options.gatewayBaseUrl)
      ? await followTestClock(ctx, clock)
      : undefined

  await options.prepare?.({ ctx, sealer })
  const connecting = {
    connectCode: settings.CONNECT_CODE,
    gatewayOf: (secretKey: string, locale: Locale) =>
      createGateway({
        baseUrl: options.gatewayBaseUrl,
        secretKey,
        timeoutMs: settings.GATEWAY_TIMEOUT_MS,
        language: locale,
        log,
      }),
  }
  let worker: RunningWork | undefined
  const metrics = createMetrics({ stuckFor: () => worker?.stuckFor() })
  const health = createHealth({
    ctx,
    sealer,
    stuckFor: () => worker?.stuckFor(),
    databaseMs: Math.min(HEALTH_DATABASE_MS, settings.DATABASE_TIMEOUT_MS),
  })
  // All at once: what a request that is finished leaves to do is for other processes, or the next start.
  const stops: Array<() => Promise<void>> = []
  onClose(async () => {
    await Promise.all(stops.map((stop) => stop()))
  })
  const web = settings.ROLES.includes('web')
    ? await startWeb(ctx, {
        host: settings.LISTEN_HOST,
        port: settings.PORT,
        drainMs: finishCallsMs(settings),
        idleMs: options.idleMs,
        metrics,
        health,
        hasPrivatePort: settings.PRIVATE_PORT !== undefined,
        sealer,
        trustedProxies: settings.TRUSTED_PROXIES ?? [],
        storedWithinMs: Math.min(INTAKE_DATABASE_MS, settings.DATABASE_TIMEOUT_MS),
        webhookToleranceSeconds: settings.WEBHOOK_TOLERANCE_SECONDS,
        webhookMaxBytes: settings.WEBHOOK_MAX_BYTES,
        testClock,
        platforms,
        connecting,
        demo: options.demo,
      })
    : undefined
  if (web) stops.push(web.close)
  if (settings.ROLES.includes('worker')) {
    worker = await startWork({ ...ctx, ...reachOf() }, { settings, databaseUrl })
    stops.push(worker.close)
  }
  const privateServer =
    settings.PRIVATE_PORT !== undefined && settings.ROLES.length > 0
      ? await startPrivateServer(ctx, {
          host: settings.LISTEN_HOST,
          port: settings.PRIVATE_PORT,
          health,
          metrics,
        })
      : undefined
  if (privateServer) stops.push(privateServer.close)
  return { ctx, sealer, port: web?.port, privatePort: privateServer?.port }
}

interface RunningWork extends Pick<RunningWorker, 'stuckFor'> {
  close(): Promise<void>
}

const startWork = async (
  ctx: PaymentsContext,
  {
    settings,
    databaseUrl,
  }: {
    settings: Settings
    databaseUrl: string
  },
): Promise<RunningWork> => {
  const queues = await openJobQueues({
    redisUrl: settings.REDIS_URL,
    ...databaseOptions(settings, databaseUrl),
    prefix: `puente-${await installationId(ctx.db.query)}`,
    log: ctx.log,
  })
  const concurrency = settings.WORKER_CONCURRENCY
  const worker = await startWorker(ctx, { queues, concurrency })
  const schedules = startSchedules(ctx, {
    retention: {
      eventDays: settings.RETENTION_EVENTS_DAYS,
      taskDays: settings.RETENTION_TASKS_DAYS,
      runDays: settings.RETENTION_RECONCILIATIONS_DAYS,
      timelineMonths: settings.RETENTION_TIMELINE_MONTHS,
    },
  })
  return {
    stuckFor: worker.stuckFor,
    close: async () => {
      const [haveFinished] = await Promise.all([
        worker.close(finishCallsMs(settings)),
        schedules.close(finishCallsMs(settings)),
      ])
      await queues.close({ abandon: !haveFinished })
    },
  }
}
