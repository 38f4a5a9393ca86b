import type { PlayedHistory } from './live-through.ts'
import type { Backend } from './world/lane.ts'
import { KILLABLE } from './world/mortals.ts'

const COLUMNS = [
  ['seed', 11],
  ['backend', 9],
  ['orders', 7],
  ['charges', 8],
  ['refunds', 8],
  ['events', 7],
  ['web', 5],
  ['workers', 8],
  ['postgres', 9],
  ['redis', 6],
  ['disasters', 10],
  ['losses', 7],
  ['wrong', 6],
  ['seconds', 8],
] as const

const row = (cells: readonly (string | number)[]): string =>
  cells.map((cell, index) => String(cell).padStart(COLUMNS[index]?.[1] ?? 8)).join('')

/** The columns `web` to `redis` count kills. */
export const headline = (): string =>
  `${row(COLUMNS.map(([name]) => name))}  what struck; faults of the gateway\n`

const faultsIn = ({ plan: { faults } }: PlayedHistory): string =>
  Object.entries({ ...faults.webhooks, ...faults.api })
    .filter(([name]) => name !== 'delay_seconds')
    .map(([name, value]) => `${name} ${Array.isArray(value) ? value.join('-') : value}`)
    .join(', ')

const numbersOf = (lived: PlayedHistory): number[] => [
  lived.orders,
  lived.charges,
  lived.refunds,
  lived.acknowledged,
  ...KILLABLE.map((mortal) => lived.killed[mortal]),
  lived.struck.length,
  lived.lost,
  lived.wrong.length,
  Math.round(lived.seconds),
]

export const lineOf = (backend: Backend, lived: PlayedHistory): string => {
  const cells = row([lived.plan.seed, backend, ...numbersOf(lived)])
  return `${cells}  ${lived.struck.join(', ')}; ${faultsIn(lived)}\n`
}

export const sumLine = (all: readonly { backend: Backend; lived: PlayedHistory }[]): string => {
  const numbers = all.map(({ lived }) => numbersOf(lived))
  const sums = numbers[0]?.map((_, column) =>
    numbers.reduce((sum, each) => sum + (each[column] ?? 0), 0),
  )
  return `${row([`${all.length} seeds`, 'together', ...(sums ?? [])])}\n`
}

export const complaint = (
  backend: Backend,
  { plan, wrong, story }: PlayedHistory,
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
