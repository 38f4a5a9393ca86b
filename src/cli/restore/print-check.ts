import { compactAge, counted } from '../terminal/print.ts'
import { printBelow, printTable } from '../terminal/table.ts'
import { BY_HAND, type Check } from './check.ts'
import { describeDifference } from './describe-difference.ts'

/** Rows of a group; the reports and `--json` have all. */
const MOST_ROWS = 200

export const printCheck = (check: Check): void => {
  const { restoredFrom, basis, applied, now } = check
  const age = compactAge(now.getTime() - restoredFrom.getTime())
  console.log(`The database is as of ${restoredFrom.toISOString()}, ${age} ago (${BASES[basis]}).`)
  printDifferences(check)
  printRefunds(check)
  printTasks(check)
  section('Puente cannot see this. Look at it yourself:')
  for (const line of BY_HAND) printBelow(line)
  console.log(`\n${endOf(check)}`)
  if (!applied && check.failed.length === 0) {
    console.log('Nothing was changed. Next: puente restore-check --apply')
  }
}

const BASES: Readonly<Record<Check['basis'], string>> = {
  option: '--since',
  noticed: 'noted when the restore was noticed',
  newest_row: 'its newest row; if you know the time of the backup, use --since',
}

const section = (title: string): void => console.log(`\n${title}`)

const printDifferences = ({ stores, applied }: Check): void => {
  section(
    applied ? 'What the gateway and the stores knew:' : 'What the gateway and the stores know:',
  )
  const rows = stores.flatMap(({ store, differences }) =>
    differences
      .filter(({ action }) => action !== 'counted')
      .map((difference) => describeDifference(store, difference)),
  )
  if (rows.length === 0) {
    console.log('Nothing that the database lacks.')
    return
  }
  printGroups(
    ['STORE', 'SUBJECT', 'KNOWN THERE'],
    rows.map(({ store, subject, known, happens }) => ({ happens, cells: [store, subject, known] })),
  )
  for (const { store, run, differences } of stores) {
    if (run && differences.length > 0) console.log(`Report of ${store}: ${run.page_url}`)
  }
}

/** Groups rows by their repair, which a narrow terminal must not cut. */
const printGroups = (
  columns: readonly string[],
  rows: readonly { happens: string; cells: readonly string[] }[],
): void => {
  for (const [happens, group] of Map.groupBy(rows, (row) => row.happens)) {
    console.log(`→ ${happens} (${group.length})`)
    const shown = group.slice(0, MOST_ROWS).map(({ cells }) => cells)
    printTable(
      columns.map((header) => ({ header, yields: 'cut' })),
      shown,
      { none: '' },
    )
    if (group.length > shown.length) console.log(`and ${group.length - shown.length} more`)
  }
}

const printRefunds = ({ refunds }: Check): void => {
  if (refunds.length === 0) return
  section('Refunds that the backup holds as open:')
  printGroups(
    ['REFUND', 'STORE', 'ORDER', 'AMOUNT'],
    refunds.map(({ refund, store, order, kind, amount, currency, happens }) => ({
      happens,
      cells: [refund, store, `order ${order}`, `${kind} ${amount} ${currency}`],
    })),
  )
}

const printTasks = ({ tasks }: Check): void => {
  if (tasks.length === 0) return
  section('Tasks that the backup holds as open. Some ran since; none does its work twice:')
  for (const { kind, count, happens } of tasks) printBelow(`${count} ${kind}: ${happens}`)
}

const endOf = ({ applied, failed, toDecide }: Check): string => {
  const lines = failed.map(({ store, failure }) => `Not compared: ${store}, ${failure}.`)
  if (applied) {
    lines.push(
      failed.length === 0
        ? 'Done: start Puente.'
        : 'Repair the cause and run this again before you start Puente. The alerts of these stores stay open.',
    )
  }
  if (toDecide > 0)
    lines.push(`${counted(toDecide, 'difference', ['needs', 'need'])} a decision of yours.`)
  return lines.join('\n')
}
