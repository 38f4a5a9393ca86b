import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { waitingAlertMessages } from '../db/alerts/alert-messages.ts'
import type { DbQuery } from '../db/db.ts'
import {
  type Count,
  countOpenAlerts,
  countOpenCircuits,
  countTasks,
  countWaitingNotifications,
} from '../db/installation/operator-counts.ts'
import { ALERT_KINDS } from '../db/tables/alerts.ts'
import { TASK_STATES } from '../db/tables/tasks.ts'
import { oldestDueSeconds, oldestEventSeconds } from '../db/tasks/waiting-ages.ts'
import type { ServiceLevel } from '../payments/health/rules/service-level.ts'
import { within } from '../runtime/queue/within.ts'
import type { HealthDeps } from './health.ts'
import type { LimitName } from './rate-limits/limit-names.ts'
import { registerServiceLevels } from './service-level-metrics.ts'

export type WebhookResult =
  | 'accepted'
  | 'bad-signature'
  | 'bad-request'
  | 'no-event-id'
  | 'too-large'
  | 'unknown-store'
  | 'not-stored'
  | 'no-room'

export type TurnedAway =
  | 'connections'
  | 'connections-of-address'
  | 'bytes'
  | 'bytes-of-address'
  | 'too-slow'
  | 'malformed'
  | `limit-of-${LimitName}`

export type IdHeader = 'differs' | 'missing'

export interface Metrics {
  countWebhook(store: string, result: WebhookResult): void
  /** Counts an unsigned id header that is missing or contradicts the body. */
  countIdHeader(store: string, header: IdHeader): void
  countTurnedAway(reason: TurnedAway): void
  /** Senders choose the store's name, so it is no label. */
  countPlatformWebhook(platform: string, status: number): void
  expose(): Promise<{ contentType: string; text: string }>
}

const UNDONE = TASK_STATES.filter((state) => state !== 'done')

/** NaN if the count failed: 0 would look healthy. */
const countOf = (counted: readonly Count[] | undefined, value: string): number =>
  counted ? (counted.find(({ of }) => of === value)?.count ?? 0) : Number.NaN

type MetricsDeps = Pick<HealthDeps, 'ctx' | 'worker' | 'databaseMs' | 'alertChannels'> & {
  level: ServiceLevel
}

/** Each scrape queries the database. */
export const createMetrics = ({
  ctx,
  worker,
  databaseMs,
  alertChannels,
  level,
}: MetricsDeps): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'puente_worker_stuck_seconds',
    help: 'Seconds without progress of the worker in this process while work is due; 0 while it makes progress.',
    registers: [registry],
    collect() {
      this.set(worker()?.stuckFor() ?? 0)
    },
  })
  const ages = [
    ['event', 'unapplied gateway event arrived', oldestEventSeconds],
    [
      'notification',
      'notification to a reachable store became due',
      oldestDueSeconds({ inBatches: true }),
    ],
    ['task', 'other task of a reachable system became due', oldestDueSeconds({ inBatches: false })],
  ] as const
  for (const [what, waits, secondsOf] of ages) {
    new Gauge({
      name: `puente_oldest_waiting_${what}_seconds`,
      help: `Seconds since the oldest ${waits}; 0 if there is none, NaN if the database does not answer.`,
      registers: [registry],
      async collect() {
        const reading = within(databaseMs, () => secondsOf(ctx.db.query, ctx.clock.now()))
        this.set(await reading.catch(() => Number.NaN))
      },
    })
  }
  const countUndelivered = async (query: DbQuery): Promise<Count[]> => {
    const waiting = await waitingAlertMessages(query, alertChannels)
    return waiting.map(({ channel, failingSince, messages }) => ({
      of: channel,
      count: failingSince ? messages : 0,
    }))
  }
  const counts = [
    ['open_alerts', 'kind', 'Open alerts, by kind', ALERT_KINDS, countOpenAlerts],
    ['tasks', 'state', 'Tasks that are not done, by state', UNDONE, countTasks],
    [
      'waiting_notifications',
      'platform',
      "Undelivered notifications, by the store's platform",
      ctx.platforms.map(({ adapter }) => adapter.name),
      countWaitingNotifications,
    ],
    [
      'open_circuits',
      'of',
      'Open or paused circuits, by what they protect: gateway accounts, shops or endpoints',
      ['gateway', 'shop', 'endpoint'],
      countOpenCircuits,
    ],
    [
      'undelivered_alert_messages',
      'channel',
      'Alert messages that wait for a failing channel',
      alertChannels,
      countUndelivered,
    ],
  ] as const
  for (const [what, label, help, all, countAll] of counts) {
    new Gauge({
      name: `puente_${what}`,
      help: `${help}; NaN if the database does not answer.`,
      labelNames: [label],
      registers: [registry],
      async collect() {
        if (all.length === 0) return
        const counted = await within(databaseMs, () => countAll(ctx.db.query)).catch(
          () => undefined,
        )
        for (const value of all) this.set({ [label]: value }, countOf(counted, value))
      },
    })
  }
  for (const metric of ctx.measurements.metrics) registry.registerMetric(metric)
  registerServiceLevels(registry, { query: ctx.db.query, clock: ctx.clock, databaseMs, level })
  const webhooks = new Counter({
    name: 'puente_gateway_webhooks_total',
    help: 'Webhook deliveries from the gateway, by store and result.',
    labelNames: ['store', 'result'],
    registers: [registry],
  })
  const idHeaders = new Counter({
    name: 'puente_gateway_webhook_id_headers_total',
    help: 'Webhook deliveries from the gateway whose event id header is missing or differs from the signed body.',
    labelNames: ['store', 'header'],
    registers: [registry],
  })
  const turnedAway = new Counter({
    name: 'puente_turned_away_total',
    help: 'Connections and requests rejected before processing, by reason.',
    labelNames: ['reason'],
    registers: [registry],
  })
  const platformWebhooks = new Counter({
    name: 'puente_platform_webhooks_total',
    help: 'Webhooks from platforms, by platform and response status.',
    labelNames: ['platform', 'status'],
    registers: [registry],
  })
  return {
    countTurnedAway: (reason) => turnedAway.inc({ reason }),
    countPlatformWebhook: (platform, status) => platformWebhooks.inc({ platform, status }),
    countWebhook: (store, result) => webhooks.inc({ store, result }),
    countIdHeader: (store, header) => idHeaders.inc({ store, header }),
    expose: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  }
}
