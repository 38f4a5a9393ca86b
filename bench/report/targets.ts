import { keyOfPuente } from '../contenders/puente.ts'
import { digits, type Section } from './section.ts'

interface Target {
  what: string
  figure(figures: Readonly<Record<string, number>>): number | undefined
  atLeast?: number
  atMost?: number
  /** What keeps it from being reached, as profiles show. `--check` passes it, and the page lists it. */
  limit?: Limit
  /** Beyond this figure, on a machine of the target's speed, the limit explains nothing. */
  explainedTo?: number
}

const SIGNATURE_US = 34

const LIMITS = {
  thread:
    'One Node thread is busy. Its profile has no single cause: under the load of paid orders, garbage collection takes 10 %, writing to sockets 9 %, and no function of ours above 3 %.',
  cores: 'The load, PostgreSQL and the services share the cores, and all of them are busy.',
  'round trips':
    'A lone event waits for its round trips and flushes one after the other, so it takes as long as the machine needs to wake a process up.',
  browser:
    'A cold page takes 30 files, which arrive over six connections within 150 ms; its data take 50 ms more, and its first render 80 ms of the browser.',
  machine: `This machine is slower than the one of the target, which checks a signature alone in ${SIGNATURE_US} µs of CPU. At its speed, the figure would meet the target.`,
} as const
type Limit = keyof typeof LIMITS

const JOBS = ['PostgreSQL', 'Redis'] as const

const ratioTo = (
  contender: 'by-hand' | 'batched',
  load: 'plain' | 'notified',
  kind: Parameters<typeof keyOfPuente>[0],
  rate: 'applied' | 'notified',
): Target['figure'] => {
  const of = (key: string) => `${load}.${key}.${rate}`
  return (figures) => {
    const own = figures[of(keyOfPuente(kind))]
    const other = figures[of(contender)]
    return own !== undefined && other !== undefined ? own / other : undefined
  }
}

const rateTargets = (jobs: (typeof JOBS)[number]): Target[] => {
  const together = { processes: 'together', jobs } as const
  const apart = { processes: 'apart', jobs } as const
  const on = `jobs on ${jobs}, ratio`
  return [
    {
      what: `paid in one process, ${on}`,
      figure: ratioTo('by-hand', 'plain', together, 'applied'),
      atLeast: 1.4,
      limit: 'thread',
    },
    {
      what: `paid, apart, ${on}`,
      figure: ratioTo('by-hand', 'plain', apart, 'applied'),
      atLeast: 1.6,
      limit: 'cores',
    },
    {
      what: `paid, apart, beside the batched limit, ${on}`,
      figure: ratioTo('batched', 'plain', apart, 'applied'),
      atLeast: 0.6,
      limit: 'cores',
    },
    ...(['applied', 'notified'] as const).flatMap((rate): Target[] => {
      const what = rate === 'applied' ? 'paid with a shop that is notified' : 'notified'
      return [
        {
          what: `${what}, in one process, ${on}`,
          figure: ratioTo('by-hand', 'notified', together, rate),
          atLeast: 1,
          limit: 'thread',
        },
        {
          what: `${what}, apart, ${on}`,
          figure: ratioTo('by-hand', 'notified', apart, rate),
          atLeast: 1,
          limit: 'cores',
        },
      ]
    }),
  ]
}

const costTargets = (jobs: (typeof JOBS)[number]): Target[] =>
  (['together', 'apart'] as const).flatMap((processes) =>
    (['plain', 'notified'] as const).flatMap((load): Target[] => {
      const of = `${load}.${keyOfPuente({ processes, jobs })}`
      const where = `${processes === 'apart' ? 'apart' : 'in one process'}, jobs on ${jobs}`
      const text = load === 'plain' ? where : `${where}, a shop notified`
      return [
        { what: `statements of an event, ${text}`, figure: named(`${of}.statements`), atMost: 0.5 },
        { what: `commits of an event, ${text}`, figure: named(`${of}.commits`), atMost: 0.35 },
      ]
    }),
  )

const named =
  (name: string): Target['figure'] =>
  (figures) =>
    figures[name]

const latencyTargets = (jobs: (typeof JOBS)[number]): Target[] => {
  const of = `latency.${keyOfPuente({ processes: 'together', jobs })}`
  return (['p50', 'p99'] as const).map((which) => ({
    what: `notified within, ${which}, ms, jobs on ${jobs}`,
    figure: named(`${of}.${which}`),
    atMost: { p50: 5, p99: 12 }[which],
    limit: 'round trips',
  }))
}

const TARGETS: readonly Target[] = [
  ...JOBS.flatMap(rateTargets),
  ...JOBS.flatMap(costTargets),
  ...JOBS.flatMap(latencyTargets),
  {
    what: 'intake beside signatures alone, ratio',
    figure: named('intake.ratio'),
    atLeast: 0.6,
    limit: 'thread',
  },
  {
    what: 'CPU of an acknowledged event, Node, µs',
    figure: named('intake.node'),
    atMost: 50,
    limit: 'thread',
  },
  {
    what: 'CPU of an acknowledged event, PostgreSQL, µs',
    figure: named('intake.postgres'),
    atMost: 28,
    limit: 'machine',
  },
  { what: 'mixed events beside plain ones, ratio', figure: named('mixed.ratio'), atLeast: 0.8 },
  { what: 'mixed events outside sets, share', figure: named('mixed.by-themselves'), atMost: 0.01 },
  {
    what: 'notified by two workers beside one, ratio',
    figure: named('scale.second-worker'),
    atLeast: 0.95,
    limit: 'cores',
  },
  {
    what: 'delay by events of another store, ms',
    figure: named('flood.events'),
    atMost: 250,
    limit: 'machine',
  },
  {
    what: 'delay by tasks of another store, ms',
    figure: named('flood.tasks'),
    atMost: 1_000,
    limit: 'machine',
  },
  ...(['applied', 'notified', 'p99'] as const).map((figure) => ({
    what: `${figure} with a million payments, ratio`,
    figure: named(`million.${figure}`),
    atLeast: 0.85,
  })),
  {
    what: 'operator API with a million payments, p95, ms',
    figure: named('operator.p95'),
    atMost: 50,
    limit: 'machine',
  },
  {
    what: 'operator API with a million payments, ratio',
    figure: named('operator.ratio'),
    atMost: 2,
  },
  {
    what: 'sums of the operator API with a million payments, p95, ms',
    figure: named('operator.sums'),
    atMost: 500,
    limit: 'machine',
  },
  {
    what: 'the order of the dashboard with a million payments, cold p50, ms',
    figure: named('dashboard.order'),
    atMost: 250,
    limit: 'browser',
    explainedTo: 400,
  },
  {
    what: 'screens of the dashboard with a million payments, slowest p50, ms',
    figure: named('dashboard.half'),
    atMost: 1_000,
    limit: 'machine',
  },
  {
    what: 'screens of the dashboard with a million payments, slowest of all, ms',
    figure: named('dashboard.worst'),
    atMost: 1_000,
    limit: 'machine',
  },
]

export interface Judged {
  what: string
  bound: string
  measured: number | undefined
  isMet: boolean
  limit: Limit | undefined
}

export const judge = (figures: Readonly<Record<string, number>>): Judged[] =>
  TARGETS.map(({ what, figure, atLeast = -Infinity, atMost = Infinity, limit, explainedTo }) => {
    const measured = figure(figures)
    const slowness = (figures['intake.bare'] ?? SIGNATURE_US) / SIGNATURE_US
    const explained = explainedTo ?? (limit === 'machine' ? atMost : Infinity)
    const atItsSpeed = (measured ?? Number.NaN) / Math.max(1, slowness)
    const isLimited = explained === Infinity || atItsSpeed <= explained
    return {
      what,
      bound: atLeast > -Infinity ? `≥ ${atLeast}` : `≤ ${atMost}`,
      measured,
      isMet: measured !== undefined && measured >= atLeast && measured <= atMost,
      limit: isLimited ? limit : undefined,
    }
  })

export const sectionOfTargets = (judged: readonly Judged[]): Section => {
  const missed = judged.filter(({ isMet }) => !isMet)
  const limits = new Set(missed.flatMap(({ limit }) => limit ?? []))
  return {
    title: 'Targets',
    ...(limits.size > 0 && {
      note: [...limits].map((limit) => `Not reached (${limit}): ${LIMITS[limit]}`).join(' '),
    }),
    columns: ['target', 'wanted', 'measured', ''],
    rows: judged.map(({ what, bound, measured, isMet, limit }) => [
      what,
      bound,
      digits(measured),
      isMet ? 'met' : limit ? `not reached (${limit})` : 'missed',
    ]),
  }
}
