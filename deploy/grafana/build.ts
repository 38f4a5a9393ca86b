import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** `node deploy/grafana/build.ts` writes the dashboard that Grafana imports. */

type Unit = 's' | 'short' | 'reqps' | 'percentunit' | 'bytes'

interface Query {
  expr: string
  legend: string
}

interface Panel {
  title: string
  /** What a person learns from it. */
  description: string
  unit: Unit
  queries: readonly Query[]
  /** From here on, somebody should look. */
  warnAt?: number
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: Grafana's own variable.
const DATASOURCE = { type: 'prometheus', uid: '${datasource}' }

const JOB = 'job="$job"'
const WINDOW = '$__rate_interval'

/** All processes show the same database: `max` takes one of them. */
const ofDatabase = (metric: string, by: string): Query => ({
  expr: `max by (${by}) (${metric}{${JOB}})`,
  legend: `{{${by}}}`,
})

const rateOf = (metric: string, by: string): Query => ({
  expr: `sum by (${by}) (rate(${metric}{${JOB}}[${WINDOW}]))`,
  legend: `{{${by}}}`,
})

const quantileOf = (metric: string, share: number): Query => ({
  expr: `histogram_quantile(${share}, sum by (le) (rate(${metric}_bucket{${JOB}}[${WINDOW}])))`,
  legend: `p${share * 100}`,
})

const shareWithin = (metric: string, seconds: string): Query => ({
  expr: `sum(rate(${metric}_bucket{${JOB},le="${seconds}"}[${WINDOW}])) / sum(rate(${metric}_count{${JOB}}[${WINDOW}]))`,
  legend: `within ${seconds} s`,
})

export const PANELS: readonly Panel[] = [
  {
    title: 'Oldest waiting',
    description:
      'Age of the oldest waiting event, notification and task. A gap means that Puente cannot reach the database.',
    unit: 's',
    queries: ['event', 'notification', 'task'].map((what) => ({
      expr: `max(puente_oldest_waiting_${what}_seconds{${JOB}})`,
      legend: what,
    })),
    warnAt: 60,
  },
  {
    title: 'Open alerts',
    description: 'Open alerts by kind.',
    unit: 'short',
    queries: [ofDatabase('puente_open_alerts', 'kind')],
    warnAt: 1,
  },
  {
    title: 'Gateway events',
    description: 'Deliveries a second, by outcome.',
    unit: 'reqps',
    queries: [rateOf('puente_gateway_webhooks_total', 'result')],
  },
  {
    title: 'Time to apply an event',
    description: 'Time from the arrival of an event to the change of its payment.',
    unit: 's',
    queries: [0.5, 0.99].map((share) => quantileOf('puente_event_applied_seconds', share)),
    warnAt: 5,
  },
  {
    title: 'Time to notify the store',
    description: 'Time from the change of an order to the notification of its store.',
    unit: 's',
    queries: [0.5, 0.99].map((share) => quantileOf('puente_store_notified_seconds', share)),
    warnAt: 10,
  },
  {
    title: 'Service level: stores notified in time',
    description: 'Share of notifications that reached their store in time.',
    unit: 'percentunit',
    queries: ['1', '10'].map((seconds) => shareWithin('puente_store_notified_seconds', seconds)),
  },
  {
    title: 'Service level: stores below it',
    description:
      'Stores with too many late notifications in this hour and the hour before. The cause is Puente, or a store that did not accept them.',
    unit: 'short',
    queries: [ofDatabase('puente_stores_below_service_level', 'by')],
    warnAt: 1,
  },
  {
    title: 'Service level: worst stores',
    description: 'Share of notifications in time, for up to 20 stores below the level.',
    unit: 'percentunit',
    queries: [ofDatabase('puente_store_notified_in_time_ratio', 'store')],
  },
  {
    title: 'Busiest stores',
    description:
      'Share of all events, notifications and other tasks that the ten busiest stores cause. A busy store does not delay other stores.',
    unit: 'percentunit',
    queries: [ofDatabase('puente_store_work_ratio', 'store')],
  },
  {
    title: 'Gateway calls',
    description: 'Calls a second by outcome.',
    unit: 'reqps',
    queries: [rateOf('puente_gateway_call_seconds_count', 'outcome')],
  },
  {
    title: 'Gateway response time',
    description: 'Time until the gateway answers a call.',
    unit: 's',
    queries: [0.5, 0.99].map((share) => quantileOf('puente_gateway_call_seconds', share)),
    warnAt: 5,
  },
  {
    title: 'Tasks',
    description: 'Unfinished tasks by state. Each dead task has an alert.',
    unit: 'short',
    queries: [ofDatabase('puente_tasks', 'state')],
  },
  {
    title: 'Waiting notifications',
    description: 'Notifications not yet sent, by platform.',
    unit: 'short',
    queries: [ofDatabase('puente_waiting_notifications', 'platform')],
  },
  {
    title: 'Open circuits',
    description:
      'Gateway accounts and shops that do not answer, so Puente pauses its calls to them.',
    unit: 'short',
    queries: [ofDatabase('puente_open_circuits', 'of')],
    warnAt: 1,
  },
  {
    title: 'Rejected requests',
    description: 'Rejected connections and requests a second, by reason.',
    unit: 'reqps',
    queries: [rateOf('puente_turned_away_total', 'reason')],
  },
  {
    title: 'Cores',
    description: 'CPU time of each process.',
    unit: 'short',
    queries: [
      { expr: `rate(process_cpu_seconds_total{${JOB}}[${WINDOW}])`, legend: '{{instance}}' },
    ],
  },
  {
    title: 'Memory',
    description: 'Resident memory of each process.',
    unit: 'bytes',
    queries: [{ expr: `process_resident_memory_bytes{${JOB}}`, legend: '{{instance}}' }],
  },
]

const WIDTH = 12
const HEIGHT = 8

const panelOf = ({ title, description, unit, queries, warnAt }: Panel, index: number) => ({
  id: index + 1,
  type: 'timeseries',
  title,
  description,
  datasource: DATASOURCE,
  gridPos: {
    w: WIDTH,
    h: HEIGHT,
    x: (index % 2) * WIDTH,
    y: Math.floor(index / 2) * HEIGHT,
  },
  fieldConfig: {
    defaults: {
      unit,
      custom: { thresholdsStyle: { mode: warnAt === undefined ? 'off' : 'line' } },
      thresholds: {
        mode: 'absolute',
        steps: [
          { color: 'green', value: null },
          ...(warnAt === undefined ? [] : [{ color: 'red', value: warnAt }]),
        ],
      },
    },
    overrides: [],
  },
  targets: queries.map(({ expr, legend }, place) => ({
    refId: String.fromCharCode('A'.charCodeAt(0) + place),
    expr,
    legendFormat: legend,
  })),
})

/** Text of the dashboard, as Grafana exports one. */
export const dashboardText = (): string => {
  const dashboard = {
    uid: 'puente',
    title: 'Puente',
    tags: ['puente'],
    timezone: 'browser',
    schemaVersion: 39,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: {
      list: [
        { name: 'datasource', type: 'datasource', query: 'prometheus' },
        {
          name: 'job',
          type: 'query',
          datasource: DATASOURCE,
          query: 'label_values(puente_tasks, job)',
        },
      ],
    },
    panels: PANELS.map(panelOf),
  }
  return `${JSON.stringify(dashboard, null, 2)}\n`
}

export const DASHBOARD = join(import.meta.dirname, 'puente.json')

if (import.meta.main) writeFileSync(DASHBOARD, dashboardText())
