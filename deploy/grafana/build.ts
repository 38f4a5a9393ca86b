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
      'How long the oldest event, notification and task has waited. A gap: the database is away.',
    unit: 's',
    queries: ['event', 'notification', 'task'].map((what) => ({
      expr: `max(puente_oldest_waiting_${what}_seconds{${JOB}})`,
      legend: what,
    })),
    warnAt: 60,
  },
  {
    title: 'Open alerts',
    description: 'What needs a person, by kind.',
    unit: 'short',
    queries: [ofDatabase('puente_open_alerts', 'kind')],
    warnAt: 1,
  },
  {
    title: 'Events of the gateway',
    description: 'Deliveries a second by what was done with them.',
    unit: 'reqps',
    queries: [rateOf('puente_gateway_webhooks_total', 'result')],
  },
  {
    title: 'Event until applied',
    description: 'From the arrival of an event until it moved its payment.',
    unit: 's',
    queries: [0.5, 0.99].map((share) => quantileOf('puente_event_applied_seconds', share)),
    warnAt: 5,
  },
  {
    title: 'Change until the store knows',
    description: 'From the change of an order until its store was notified.',
    unit: 's',
    queries: [0.5, 0.99].map((share) => quantileOf('puente_store_notified_seconds', share)),
    warnAt: 10,
  },
  {
    title: 'Service level: stores notified in time',
    description: 'Share of notifications that their store had in time.',
    unit: 'percentunit',
    queries: ['1', '10'].map((seconds) => shareWithin('puente_store_notified_seconds', seconds)),
  },
  {
    title: 'Service level: stores that miss it',
    description:
      'Stores with too few notifications in time, in this hour and the one before: through Puente, or because the store did not accept them.',
    unit: 'short',
    queries: [ofDatabase('puente_stores_below_service_level', 'by')],
    warnAt: 1,
  },
  {
    title: 'Service level: the worst stores',
    description: 'Share of notifications in time, of up to 20 stores that miss the level.',
    unit: 'percentunit',
    queries: [ofDatabase('puente_store_notified_in_time_ratio', 'store')],
  },
  {
    title: 'Share of the work',
    description:
      'Share of events, notifications and other tasks, of the ten stores that cause most. Each store waits for its own backlog only.',
    unit: 'percentunit',
    queries: [ofDatabase('puente_store_work_ratio', 'store')],
  },
  {
    title: 'Calls of the gateway',
    description: 'Calls a second by outcome.',
    unit: 'reqps',
    queries: [rateOf('puente_gateway_call_seconds_count', 'outcome')],
  },
  {
    title: 'Time of a call',
    description: 'How long the gateway takes to answer.',
    unit: 's',
    queries: [0.5, 0.99].map((share) => quantileOf('puente_gateway_call_seconds', share)),
    warnAt: 5,
  },
  {
    title: 'Tasks',
    description: 'Unfinished tasks by state. Dead ones have an alert.',
    unit: 'short',
    queries: [ofDatabase('puente_tasks', 'state')],
  },
  {
    title: 'Waiting notifications',
    description: 'Notifications that have not gone out, by platform.',
    unit: 'short',
    queries: [ofDatabase('puente_waiting_notifications', 'platform')],
  },
  {
    title: 'Open circuits',
    description: 'Gateway accounts and shops that Puente leaves alone, because they do not answer.',
    unit: 'short',
    queries: [ofDatabase('puente_open_circuits', 'of')],
    warnAt: 1,
  },
  {
    title: 'Turned away',
    description: 'Connections and requests a second that Puente turned away, by reason.',
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
