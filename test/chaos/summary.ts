import { DISASTERS, type Disaster, type DisasterName } from './disasters.ts'
import type { Lived } from './live-through.ts'
import type { Backend } from './world/lane.ts'

const COLUMNS = [
  ['seed', 11],
  ['backend', 9],
  ['orders', 7],
  ['charges', 8],
  ['refunds', 8],
  ['events', 7],
  ['kills', 6],
  ['disasters', 10],
  ['losses', 7],
  ['wrong', 6],
  ['seconds', 8],
] as const

const row = (cells: readonly (string | number)[]): string =>
  cells.map((cell, index) => String(cell).padStart(COLUMNS[index]?.[1] ?? 8)).join('')

export const headline = (): string => `${row(COLUMNS.map(([name]) => name))}  what struck\n`

/** How many processes and servers were killed, by disasters of these names. */
const killsIn = (struck: readonly DisasterName[], backend: Backend): number =>
  struck.reduce((sum, name) => {
    const { kills }: Disaster = DISASTERS[name]
    if (kills === undefined) return sum
    if (kills === 'everything') return sum + (backend === 'redis' ? 5 : 4)
    return sum + (name === 'all workers killed' ? 2 : 1)
  }, 0)

export const lineOf = (backend: Backend, lived: Lived): string => {
  const { plan, orders, charges, refunds, acknowledged, struck, lost, wrong, seconds } = lived
  const numbers = [plan.seed, backend, orders, charges, refunds, acknowledged]
  const cells = [...numbers, killsIn(struck, backend), struck.length, lost, wrong.length]
  return `${row([...cells, seconds.toFixed(1)])}  ${struck.join(', ')}\n`
}

/** All histories together. */
export const sumLine = (all: readonly { backend: Backend; lived: Lived }[]): string => {
  const total = (of: (lived: Lived) => number) => all.reduce((sum, { lived }) => sum + of(lived), 0)
  const kills = all.reduce((sum, { backend, lived }) => sum + killsIn(lived.struck, backend), 0)
  const cells = [
    all.length,
    'together',
    total(({ orders }) => orders),
    total(({ charges }) => charges),
    total(({ refunds }) => refunds),
    total(({ acknowledged }) => acknowledged),
    kills,
    total(({ struck }) => struck.length),
    total(({ lost }) => lost),
    total(({ wrong }) => wrong.length),
    total(({ seconds }) => seconds).toFixed(0),
  ]
  return `${row(cells)}\n`
}

/** What is wrong with a history, how it came about, and how to live through it again. */
export const complaint = (
  backend: Backend,
  { plan, wrong, story }: Lived,
  logs: string,
): string => {
  const { policy, meanwhile } = plan.batch
  const circumstances = { policy, meanwhile, profile: plan.profile, faults: plan.faults }
  return [
    `\nWrong in the history of seed ${plan.seed} on ${backend}:`,
    ...wrong.map((what) => `  - ${what}`),
    ...story.map((moment) => `    ${moment}`),
    `    ${JSON.stringify(circumstances)}`,
    `  Logs: ${logs}`,
    `  Again: npm run chaos -- --seed ${plan.seed} --backend ${backend}\n\n`,
  ].join('\n')
}
