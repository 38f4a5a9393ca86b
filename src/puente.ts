import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Router } from 'express'
import { configuredAddresses, gatewayPortalUrl, isLocalGateway } from '../config/addresses.ts'
import { alertSettings } from '../config/alert-settings.ts'
import { readSettings, type Settings, settingsOf } from '../config/settings.ts'
import { storeConnections } from '../config/store-connections.ts'
import { tracingSettings } from '../config/tracing-settings.ts'
import { alertSchedules } from './alerting/alert-schedules.ts'
import { channelsOf } from './alerting/channels/channels.ts'
import { alertTestsOf } from './alerting/test-channels.ts'
import { type Db, type DbOptions, openDb, type StoreRow } from './db/db.ts'
import { openEndpointLogin, openEndpointSecrets } from './db/endpoints/endpoint-secrets.ts'
import { outdated, unknownFeatures } from './db/installation/features.ts'
import { installationId } from './db/installation/installation.ts'
import { requireSealingKeys } from './db/installation/sealing-check.ts'
import { openRefusedActs } from './db/people/refused-acts.ts'
import { createPartitionsAhead } from './db/privacy/partitions.ts'
import { openStoreSecret } from './db/stores/store-secrets.ts'
import { showAsAlive, watchProcesses } from './db/tasks/processes.ts'
import { createGateway } from './gateway/client.ts'
import { signDelivery } from './gateway/webhook-signature.ts'
import type { DemoData } from './http/api/stores/demo-data-port.ts'
import { watchIntake } from './http/gateway-webhooks/watch-intake.ts'
import { createHealth, isWorkerStuck } from './http/health.ts'
import { createMetrics } from './http/metrics.ts'
import type { InstalledPlatform, OpenedPlatform } from './http/platform-routes.ts'
import { startPrivateServer } from './http/private-server.ts'
import { startWeb } from './http/web.ts'
import type { Language } from './locales/language.ts'
import { CIRCUIT_SIGNAL, createCircuits } from './payments/circuits/circuits.ts'
import { noticeGateway, noticeStorefront } from './payments/circuits/notice-availability.ts'
import { openPlatform } from './payments/facade/open-platform.ts'
import { openNotifyCredentials } from './payments/facade/stores.ts'
import { countStoreWork } from './payments/health/count-store-work.ts'
import { noticeRestore } from './payments/health/notice-restore.ts'
import { posterTo } from './payments/notifications/post-notification.ts'
import {
  EVENT_SIGNAL,
  NOTIFICATION_SIGNAL,
  orderLog,
  PAYMENT_CREATED_SIGNAL,
  type PaymentsContext,
  PEOPLE_SIGNAL,
  REFUND_SIGNAL,
  WORK_SIGNAL,
} from './payments/ports/context.ts'
import { platformOf, schemasOf, sealedPlacesOf } from './payments/ports/platform.ts'
import { taskKindsOf } from './payments/ports/tasks/task-kinds.ts'
import { CLOCK_SIGNAL, followTestClock } from './payments/ports/test-clock.ts'
import { createKeyWatch } from './payments/stores/watch-key.ts'
import type { IssuerSettings } from './people/single-sign-on/issuer.ts'
import { type AdjustableClock, adjustableClock, type Clock, systemClock } from './runtime/clock.ts'
import type { UserError } from './runtime/failure.ts'
import { createIds } from './runtime/ids.ts'
import { createLog, type Log } from './runtime/log/log.ts'
import { createMeasurements, type Measurements } from './runtime/log/measurements.ts'
import type { Connections } from './runtime/net/connections.ts'
import { openLocalDatabase } from './runtime/postgres/local-database.ts'
import type { Program } from './runtime/process/program.ts'
import { openJobQueue } from './runtime/queue/job-queue.ts'
import { startLoop } from './runtime/queue/loop.ts'
import { listenForSignals, type Signals } from './runtime/queue/signals.ts'
import { isNotAllowed } from './runtime/schema/prepare-schema.ts'
import { createSecretSealer, type SecretSealer } from './runtime/secrets/sealed-secrets.ts'
import { sealingKeyOfDataDir } from './runtime/secrets/sealing-key-file.ts'
import { openTracing } from './runtime/tracing/open-tracing.ts'
import type { Tracing } from './runtime/tracing/tracing.ts'
import { LAST_EXPORT_MS } from './runtime/tracing/tracing-options.ts'
import { startSchedules } from './tasks/schedules.ts'
import { startWorker } from './tasks/worker.ts'

export interface OpenedPuente {
  ctx: PaymentsContext
  sealer: SecretSealer
}

export interface PuenteOptions {
  settings: Settings
  /** From `adapters/registry.ts`. */
  platforms: readonly InstalledPlatform[]
  databaseUrl: string
  log: Log
  /** `undefined`: off. */
  tracing?: Tracing | undefined
  /** `{base_url}` of the gateway. */
  gatewayBaseUrl: string
  /** Required to confirm cards (contract 4.13). */
  gatewayEmbedBaseUrl?: string | undefined
  /** Required for card fields (contract 4.14). */
  gatewaySdkUrl?: string | undefined
  gatewayPortalUrl?: string | undefined
  /** Public address of the web role. */
  publicUrl: string
  /** Keep-alive connections accept requests for this long during shutdown. */
  idleMs?: number | undefined
  demo?: Router | undefined
  /** Fills the demo store; never in production or with a remote gateway. */
  demoData?: ((opened: OpenedPuente) => DemoData) | undefined
  /** A newer process made use of a right or a limit that this version would ignore: stop. */
  onOutdated?: ((error: UserError) => void) | undefined
  /** Runs before the first request. */
  prepare?: ((opened: OpenedPuente) => Promise<void>) | undefined
}

export interface Puente extends OpenedPuente {
  /** Set if the web role runs here. */
  port: number | undefined
  /** Serves health, metrics and the API reference. */
  privatePort: number | undefined
  /** Drains running work. */
  close(): Promise<void>
}

/** Health probes time out within seconds. */
const HEALTH_DATABASE_MS = 3_000
/** Same as the timeout of a store's own address. */
const ENDPOINT_TIMEOUT_MS = 15_000
/** Well below the gateway's delivery timeout of 15 s (`gateway-api.md` 6.5). */
const INTAKE_DATABASE_MS = 5_000

/** Finishes gateway calls in flight and writes their outcome. */
const finishCallsMs = ({ GATEWAY_TIMEOUT_MS: ms }: Settings): number => ms + 2_000

const drainingMs = ({ DRAIN_SECONDS: seconds }: Settings): number => seconds * 1_000

/**
 * Upper bound on shutdown in ms: drain, finish calls, hand back slower tasks, close connections.
 * `compose.yaml` allows 25 s.
 */
export const gracefulStopMs = (settings: Settings): number =>
  drainingMs(settings) +
  finishCallsMs(settings) +
  6_000 +
  (settings.OTEL_EXPORTER_OTLP_ENDPOINT ? LAST_EXPORT_MS : 0)

/** Until a process notices that it is too old, or that its database is another. */
const DATABASE_EVERY_MS = 10_000

/** Load balancers need this long to notice the shutdown. */
const IDLE_MS = 500

export const runRoles = async (
  { open, endWithin, fail }: Program,
  platforms: readonly InstalledPlatform[],
): Promise<'running'> => {
  const settings = readSettings(process.env, '.env', platforms)
  const log = createLog({ level: settings.LOG_LEVEL, service: 'puente' })
  endWithin(gracefulStopMs(settings))
  await open(
    async () => log,
    async () => log.info('puente has stopped'),
  )
  const tracing = await open(
    () => openTracing({ ...tracingSettings(settings), log }),
    async (opened) => opened?.close(),
  )
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATA_DIR: dataDir } = settings
  const database = await open(
    () => openLocalDatabase({ url, directUrl, dataDir, name: 'puente', log }),
    ({ stop }) => stop(),
  )
  const { ROLES: roles } = settings
  const puente = await open(
    () =>
      startPuente({
        settings,
        platforms,
        databaseUrl: database.url,
        log,
        tracing,
        ...configuredAddresses(settings),
        idleMs: IDLE_MS,
        onOutdated: fail,
      }),
    ({ close }) => {
      log.info({ roles }, 'puente stops: work under way is finished')
      return close()
    },
  )
  log.info({ roles, port: puente.port, private_port: puente.privatePort }, 'puente is running')
  return 'running'
}

/**
 * Starts `settings.ROLES`: `web` serves requests, `worker` runs tasks. Processes share one
 * PostgreSQL (and Redis).
 */
export const startPuente = async (options: PuenteOptions): Promise<Puente> => {
  const closers: Array<() => Promise<void>> = []
  const close = async () => {
    const failures: unknown[] = []
    for (let next = closers.shift(); next; next = closers.shift()) {
      // Continues, since an open resource would keep others from closing, such as the database
      // server.
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

const startRoles = async (
  options: PuenteOptions,
  onClose: OnClose,
): Promise<Omit<Puente, 'close'>> => {
  const { settings } = options
  const opened = await openContext(options, onClose)
  const { ctx, sealer, clock } = opened
  const isTriedOut = settings.NODE_ENV !== 'production' && isLocalGateway(options.gatewayBaseUrl)
  const testClock = isTriedOut ? await followTestClock(ctx, clock) : undefined
  await options.prepare?.({ ctx, sealer })
  if (options.onOutdated) onClose(watchDatabase(ctx, options.onOutdated).close)
  let worker: Awaited<ReturnType<typeof startWork>> | undefined
  const databaseMs = Math.min(HEALTH_DATABASE_MS, settings.DATABASE_TIMEOUT_MS)
  const alertChannels = channelsOf(alertSettings(settings)).map(({ name }) => name)
  const intakeWatch = watchIntake()
  const watched = { ctx, worker: () => worker, databaseMs, alertChannels }
  const level = {
    seconds: settings.SERVICE_LEVEL_SECONDS,
    percent: settings.SERVICE_LEVEL_PERCENT,
  }
  const metrics = createMetrics({ ...watched, level })
  const health = createHealth({ ...watched, sealer, isIntakeFailing: intakeWatch.isFailing })
  let isStopping = false
  const probes = {
    health,
    isStopping: () => isStopping,
    isStuck: () => isWorkerStuck(worker),
  }
  // Concurrent: other processes, or the next start, run the tasks of finishing requests.
  const stops: Array<() => Promise<void>> = []
  onClose(async () => {
    isStopping = true
    await Promise.all(stops.map((stop) => stop()))
  })
  const has = (role: Settings['ROLES'][number]) => settings.ROLES.includes(role)
  const web = has('web')
    ? await startWeb(ctx, {
        ...webOptions(options),
        platforms: opened.platforms,
        metrics,
        probes,
        intakeWatch,
        sealer,
        testAlerts: alertTestsOf(ctx, { settings: alertSettings(settings), sealer }),
        testClock,
        hasSignInLinks: isTriedOut,
        demoData: isTriedOut ? options.demoData?.({ ctx, sealer }) : undefined,
      })
    : undefined
  // The load balancer reads `/readyz`, and sends no more requests.
  const drain = () => sleep(drainingMs(settings))
  if (web) stops.push(() => drain().then(web.close))
  if (has('worker')) {
    worker = await startWork(opened, options)
    stops.push(worker.close)
  }
  const { LISTEN_HOST: host, PRIVATE_PORT: port } = settings
  const privateServer =
    port !== undefined && settings.ROLES.length > 0
      ? await startPrivateServer(ctx, { host, port, probes, metrics })
      : undefined
  if (privateServer) stops.push(() => drain().then(privateServer.close))
  return { ctx, sealer, port: web?.port, privatePort: privateServer?.port }
}

const watchDatabase = (
  { db, clock, log }: PaymentsContext,
  onOutdated: (error: UserError) => void,
) =>
  startLoop({
    poll: async () => {
      await noticeRestore(db.query, clock.now())
      const unknown = await unknownFeatures(db.query)
      if (unknown.length > 0) onOutdated(outdated(unknown))
      return DATABASE_EVERY_MS
    },
    onFailure: (error) => log.debug({ err: error }, 'the database was not looked at'),
  })

const singleSignOnOf = ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
}: Settings): IssuerSettings | undefined =>
  issuer && clientId && clientSecret ? { issuer, clientId, clientSecret } : undefined

const webOptions = ({ settings, log, ...options }: PuenteOptions) => ({
  host: settings.LISTEN_HOST,
  port: settings.PORT,
  drainMs: finishCallsMs(settings),
  idleMs: options.idleMs,
  hasPrivatePort: settings.PRIVATE_PORT !== undefined,
  hstsSubdomains: settings.HSTS_SUBDOMAINS,
  largeRefunds: settings.LARGE_REFUNDS,
  secondFactorRefunds: {
    from: settings.SECOND_FACTOR_REFUNDS ?? [],
    minutes: settings.SECOND_FACTOR_MINUTES,
  },
  singleSignOn: singleSignOnOf(settings),
  trustedProxies: settings.TRUSTED_PROXIES ?? [],
  requestsPerMinute: {
    address: settings.RATE_LIMIT_ADDRESS,
    key: settings.RATE_LIMIT_KEY,
    store: settings.RATE_LIMIT_STORE,
    person: settings.RATE_LIMIT_PERSON,
    'pay-address': settings.RATE_LIMIT_PAY_ADDRESS,
    'pay-link': settings.RATE_LIMIT_PAY_LINK,
  },
  storedWithinMs: Math.min(INTAKE_DATABASE_MS, settings.DATABASE_TIMEOUT_MS),
  webhookToleranceSeconds: settings.WEBHOOK_TOLERANCE_SECONDS,
  webhookMaxBytes: settings.WEBHOOK_MAX_BYTES,
  connecting: {
    connectCode: settings.CONNECT_CODE,
    gatewayOf: (secretKey: string, locale: Language) =>
      createGateway({
        baseUrl: options.gatewayBaseUrl,
        secretKey,
        timeoutMs: settings.GATEWAY_TIMEOUT_MS,
        language: locale,
        log,
      }),
  },
  portalUrl: gatewayPortalUrl(settings),
  mail: alertSettings(settings),
  demo: options.demo,
})

/** Attempts go before their tasks. */
const attemptDays = (settings: Settings): number =>
  Math.min(settings.RETENTION_ATTEMPTS_DAYS, settings.RETENTION_TASKS_DAYS)

const startWork = async (
  { ctxOfTasks: ctx, sealer }: OpenedContext,
  { settings, databaseUrl }: PuenteOptions,
) => {
  const queue = await openJobQueue({
    redisUrl: settings.REDIS_URL,
    ...databaseOptions(settings, databaseUrl),
    prefix: `puente-${await installationId(ctx.db.query)}`,
    telemetry: ctx.tracing?.jobs,
    log: ctx.log,
  })
  const concurrency = settings.WORKER_CONCURRENCY
  const worker = await startWorker(ctx, { queue, concurrency })
  const schedules = startSchedules(ctx, {
    retention: {
      eventDays: settings.RETENTION_EVENTS_DAYS,
      taskDays: settings.RETENTION_TASKS_DAYS,
      attemptDays: attemptDays(settings),
      runDays: settings.RETENTION_RECONCILIATIONS_DAYS,
      timelineMonths: settings.RETENTION_TIMELINE_MONTHS,
      auditDays: settings.RETENTION_AUDIT_DAYS,
      alertDays: settings.RETENTION_ALERTS_DAYS,
    },
    customerMonths: settings.RETENTION_CUSTOMERS_MONTHS,
    more: alertSchedules(alertSettings(settings), sealer),
  })
  return {
    stuckFor: worker.stuckFor,
    isQueueAway: worker.isQueueAway,
    close: async (): Promise<void> => {
      const patienceMs = finishCallsMs(settings)
      await Promise.all([worker.close(patienceMs), schedules.close(patienceMs)])
    },
  }
}

type OnClose = (closer: () => Promise<void>) => void

interface OpenedContext extends OpenedPuente {
  /** Tasks report availability to the circuits themselves. */
  ctxOfTasks: PaymentsContext
  platforms: readonly OpenedPlatform[]
  clock: AdjustableClock
}

const openContext = async (options: PuenteOptions, onClose: OnClose): Promise<OpenedContext> => {
  const { settings, log, publicUrl } = options
  const sealer = createSecretSealer(settings.SEALING_KEYS ?? sealingKeyOfDataDir(settings.DATA_DIR))
  const processId = randomInt(1, 2 ** 31 - 1)
  const clock = adjustableClock()
  const db = await openTables(options, { sealer, now: clock.now(), onClose })
  const refusedActions = openRefusedActs({ query: db.query, log })
  onClose(refusedActions.close)
  const signals = await listen(options, { processId, onClose })
  const circuits = createCircuits({ db, clock, signals, log })
  const ids = createIds(clock)
  const connections = storeConnections(settings)
  const platforms = options.platforms.map((adapter) => {
    const own = settingsOf(settings, adapter)
    const shared = { db, sealer, ids, clock, publicUrl, storeConnections: connections }
    return openPlatform(adapter, { ...shared, settings: own })
  })
  const measurements = createMeasurements()
  const storeWork = countStoreWork({
    db,
    clock,
    log,
    levelSeconds: settings.SERVICE_LEVEL_SECONDS,
  })
  onClose(storeWork.close)
  const watchKey = createKeyWatch({ db, clock, log })
  const sources = { options, sealer, platforms, clock, connections, watchKey, measurements }
  const ctx: PaymentsContext = {
    processId,
    processes: watchProcesses(db.query, processId),
    creating: new Set(),
    db,
    clock,
    ids,
    log,
    signals,
    measurements,
    storeWork,
    tracing: options.tracing,
    circuits,
    ...connectorsOf(sources, (store) => ({ circuits, store, log })),
    platforms,
    taskKinds: taskKindsOf(platforms),
    mail: alertSettings(settings),
    signAsGateway: (store, rawBody) => {
      const secret = openStoreSecret(sealer, store, 'sealed_webhook_secret')
      return signDelivery({ secret, rawBody, now: systemClock.now() })
    },
    canConfirm: options.gatewayEmbedBaseUrl !== undefined,
    cardPage: {
      requiresHttps: settings.NODE_ENV === 'production',
      publicUrl,
      embedBaseUrl: options.gatewayEmbedBaseUrl,
      sdkUrl: options.gatewaySdkUrl,
      frameUrl: settings.GATEWAY_FRAME_URL,
    },
    refusedActions,
    storeConnections: connections,
    publicUrl,
    gatewayPortalUrl: options.gatewayPortalUrl,
    attemptDays: attemptDays(settings),
    gatewayTimeoutMs: settings.GATEWAY_TIMEOUT_MS,
  }
  return { ctx, ctxOfTasks: { ...ctx, ...connectorsOf(sources) }, platforms, sealer, clock }
}

const databaseOptions = (
  settings: Settings,
  databaseUrl: string,
): Omit<DbOptions, 'log' | 'platformSchemas'> => ({
  databaseUrl,
  directUrl: settings.DATABASE_DIRECT_URL,
  isPreparing: settings.DATABASE_PREPARED === 'on',
  limits: {
    statementMs: settings.DATABASE_TIMEOUT_MS,
    longStatementMs: settings.DATABASE_LONG_TIMEOUT_MS,
  },
})

/** Throws if the sealing keys do not open the database's secrets. */
const openTables = async (
  { settings, databaseUrl, platforms, log }: PuenteOptions,
  { sealer, now, onClose }: { sealer: SecretSealer; now: Date; onClose: OnClose },
): Promise<Db> => {
  const platformSchemas = schemasOf(platforms)
  const db = await openDb({ ...databaseOptions(settings, databaseUrl), platformSchemas, log })
  onClose(db.close)
  // Before new rows hide the time of the backup.
  if (settings.ROLES.length > 0) await noticeRestore(db.query, now)
  await requireSealingKeys(db.query, sealer, sealedPlacesOf(platforms))
  await createPartitionsAhead(db.query, now).catch((error) => {
    if (!isNotAllowed(error)) throw error
    // Rows of these months go to the default partition.
    log.warn(
      { err: error },
      'the role of DATABASE_URL may not make partitions: see docs/operations.md',
    )
  })
  return db
}

const listen = async (
  { settings, databaseUrl, log }: PuenteOptions,
  { processId, onClose }: { processId: number; onClose: OnClose },
): Promise<Signals> => {
  const signals = await listenForSignals({
    url: settings.DATABASE_DIRECT_URL ?? databaseUrl,
    applicationName: 'puente-signals',
    channels: [
      WORK_SIGNAL,
      NOTIFICATION_SIGNAL,
      EVENT_SIGNAL,
      PAYMENT_CREATED_SIGNAL,
      PEOPLE_SIGNAL,
      REFUND_SIGNAL,
      CLOCK_SIGNAL,
      CIRCUIT_SIGNAL,
    ],
    // Heartbeat for other workers: the process lives as long as this connection.
    onConnect: (client) => showAsAlive(client, processId),
    statementMs: settings.DATABASE_TIMEOUT_MS,
    log,
  })
  onClose(signals.close)
  return signals
}

interface ConnectionSources {
  options: PuenteOptions
  sealer: SecretSealer
  platforms: PaymentsContext['platforms']
  clock: Clock
  connections: Connections
  watchKey: ReturnType<typeof createKeyWatch>
  measurements: Measurements
}

const ofEndpoints = (connections: Connections) => ({
  timeoutMs: ENDPOINT_TIMEOUT_MS,
  connections,
  clock: systemClock,
})

/** `noticing` reports each call to the circuits. */
const connectorsOf = (
  { options, sealer, platforms, clock, connections, watchKey, measurements }: ConnectionSources,
  noticing?: (store: StoreRow) => Parameters<typeof noticeGateway>[0],
): Pick<PaymentsContext, 'gatewayOf' | 'storefrontOf' | 'endpointOf' | 'ownEndpointOf'> => ({
  gatewayOf: (store, orderId, answered) =>
    createGateway({
      baseUrl: options.gatewayBaseUrl,
      embedBaseUrl: options.gatewayEmbedBaseUrl,
      secretKey: openStoreSecret(sealer, store, 'sealed_secret_key'),
      timeoutMs: options.settings.GATEWAY_TIMEOUT_MS,
      language: store.locale,
      onStatus: watchKey(store),
      measurements,
      tracing: options.tracing,
      onOutcome: answered ?? (noticing && noticeGateway(noticing(store))),
      log: orderId
        ? orderLog(options.log, { id: orderId, store_id: store.id })
        : options.log.child({ store: store.id }),
    }),
  storefrontOf: (store) => {
    const storefront = platformOf(platforms, store).storefrontOf(store)
    return noticing ? noticeStorefront(storefront, noticing(store)) : storefront
  },
  endpointOf: (endpoint) => ({
    post: posterTo({
      url: endpoint.url,
      login: openEndpointLogin(sealer, endpoint),
      secrets: openEndpointSecrets(sealer, endpoint, clock.now()),
      ...ofEndpoints(connections),
    }),
  }),
  ownEndpointOf: (store) => {
    const { notify_url: url } = store
    if (url === null) return undefined
    const { secrets, logins } = openNotifyCredentials(sealer, store, clock.now())
    const login = logins.notify_url
    return { post: posterTo({ url, login, secrets, ...ofEndpoints(connections) }) }
  },
})
