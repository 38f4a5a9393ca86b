import { setTimeout as sleep } from 'node:timers/promises'
import type { Router } from 'express'
import { configuredAddresses, gatewayPortalUrl, isLocalGateway } from '../config/addresses.ts'
import { alertSettings } from '../config/alert-settings.ts'
import { readSettings, type Settings } from '../config/settings.ts'
import { tracingSettings } from '../config/tracing-settings.ts'
import { alertSchedules } from './alerting/alert-schedules.ts'
import { channelsOf } from './alerting/channels/channels.ts'
import { alertTestsOf } from './alerting/test-channels.ts'
import { outdated, unknownFeatures } from './db/installation/features.ts'
import { installationId } from './db/installation/installation.ts'
import { createGateway } from './gateway/client.ts'
import type { DemoData } from './http/api/stores/demo-data-port.ts'
import { watchIntake } from './http/gateway-webhooks/watch-intake.ts'
import { createHealth, isWorkerStuck } from './http/health.ts'
import { createMetrics } from './http/metrics.ts'
import type { InstalledPlatform } from './http/platform-routes.ts'
import { startPrivateServer } from './http/private-server.ts'
import { startWeb } from './http/web.ts'
import type { Language } from './locales/language.ts'
import {
  attemptDays,
  type ContextOptions,
  databaseOptions,
  type OnClose,
  type OpenedContext,
  type OpenedPuente,
  openContext,
} from './open-context.ts'
import { noticeRestore } from './payments/health/notice-restore.ts'
import type { PaymentsContext } from './payments/ports/context.ts'
import { followTestClock } from './payments/ports/test-clock.ts'
import type { IssuerSettings } from './people/single-sign-on/issuer.ts'
import type { UserError } from './runtime/failure.ts'
import { createLog } from './runtime/log/log.ts'
import { openLocalDatabase } from './runtime/postgres/local-database.ts'
import type { Program } from './runtime/process/program.ts'
import { openJobQueue } from './runtime/queue/job-queue.ts'
import { startLoop } from './runtime/queue/loop.ts'
import { openTracing } from './runtime/tracing/open-tracing.ts'
import { LAST_EXPORT_MS } from './runtime/tracing/tracing-options.ts'
import { startSchedules } from './tasks/schedules.ts'
import { startWorker } from './tasks/worker.ts'

export interface PuenteOptions extends ContextOptions {
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
