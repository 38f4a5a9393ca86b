import { gatewayPortalUrl, isLocalGateway } from '../config/addresses.ts'
import { alertSettings } from '../config/alert-settings.ts'
import type { Settings } from '../config/settings.ts'
import { alertSchedules } from './alerting/alert-schedules.ts'
import { channelsOf } from './alerting/channels/channels.ts'
import { installationId } from './db/installation/installation.ts'
import { createGateway } from './gateway/client.ts'
import { watchIntake } from './http/gateway-webhooks/watch-intake.ts'
import { createHealth } from './http/health.ts'
import { createMetrics } from './http/metrics.ts'
import { startPrivateServer } from './http/private-server.ts'
import { startWeb } from './http/web.ts'
import type { Language } from './locales/language.ts'
import {
  databaseOptions,
  type OnClose,
  type OpenedContext,
  type OpenedPuente,
  openContext,
  type PuenteOptions,
} from './open-context.ts'
import { followTestClock } from './payments/ports/test-clock.ts'
import { openJobQueue } from './runtime/queue/job-queue.ts'
import { startSchedules } from './tasks/schedules.ts'
import { startWorker } from './tasks/worker.ts'

export type { OpenedPuente, PuenteOptions } from './open-context.ts'

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

/**
 * Upper bound on shutdown in ms: finish calls, hand back slower tasks, close connections.
 * `compose.yaml` allows 25 s.
 */
export const gracefulStopMs = (settings: Settings): number => finishCallsMs(settings) + 6_000

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
  let worker: Awaited<ReturnType<typeof startWork>> | undefined
  const databaseMs = Math.min(HEALTH_DATABASE_MS, settings.DATABASE_TIMEOUT_MS)
  const alertChannels = channelsOf(alertSettings(settings)).map(({ name }) => name)
  const intakeWatch = watchIntake()
  const watched = { ctx, worker: () => worker, databaseMs, alertChannels }
  const metrics = createMetrics(watched)
  const health = createHealth({ ...watched, sealer, isIntakeFailing: intakeWatch.isFailing })
  // Concurrent: other processes, or the next start, run the tasks of finishing requests.
  const stops: Array<() => Promise<void>> = []
  onClose(async () => {
    await Promise.all(stops.map((stop) => stop()))
  })
  const has = (role: Settings['ROLES'][number]) => settings.ROLES.includes(role)
  const web = has('web')
    ? await startWeb(ctx, {
        ...webOptions(options),
        platforms: opened.platforms,
        metrics,
        health,
        intakeWatch,
        sealer,
        testClock,
        hasSignInLinks: isTriedOut,
        demoData: isTriedOut ? options.demoData?.({ ctx, sealer }) : undefined,
      })
    : undefined
  if (web) stops.push(web.close)
  if (has('worker')) {
    worker = await startWork(opened, options)
    stops.push(worker.close)
  }
  const { LISTEN_HOST: host, PRIVATE_PORT: port } = settings
  const privateServer =
    port !== undefined && settings.ROLES.length > 0
      ? await startPrivateServer(ctx, { host, port, health, metrics })
      : undefined
  if (privateServer) stops.push(privateServer.close)
  return { ctx, sealer, port: web?.port, privatePort: privateServer?.port }
}

const webOptions = ({ settings, log, ...options }: PuenteOptions) => ({
  host: settings.LISTEN_HOST,
  port: settings.PORT,
  drainMs: finishCallsMs(settings),
  idleMs: options.idleMs,
  hasPrivatePort: settings.PRIVATE_PORT !== undefined,
  hstsSubdomains: settings.HSTS_SUBDOMAINS,
  largeRefunds: settings.LARGE_REFUNDS,
  trustedProxies: settings.TRUSTED_PROXIES ?? [],
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
    log: ctx.log,
  })
  const concurrency = settings.WORKER_CONCURRENCY
  const worker = await startWorker(ctx, { queue, concurrency })
  const schedules = startSchedules(ctx, {
    retention: {
      eventDays: settings.RETENTION_EVENTS_DAYS,
      taskDays: settings.RETENTION_TASKS_DAYS,
      runDays: settings.RETENTION_RECONCILIATIONS_DAYS,
      timelineMonths: settings.RETENTION_TIMELINE_MONTHS,
      auditDays: settings.RETENTION_AUDIT_DAYS,
    },
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
