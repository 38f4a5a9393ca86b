import { listContentReports } from '../../db/content-reports/content-reports.ts'
import { printable } from '../../runtime/text/printable.ts'
import { openCommandDb } from '../context/open-command-db.ts'
import type { CommandProgram } from '../terminal/command-program.ts'
import { printReportJson } from '../terminal/print.ts'
import { storeOfOption } from '../terminal/store-named.ts'
import { printTable } from '../terminal/table.ts'

/** Prints what browsers blocked on pay pages. */
export const listReports = async (
  program: CommandProgram,
  { store, json }: { store?: string | undefined; json: boolean },
): Promise<void> => {
  const { query } = await openCommandDb(program, 'content-reports')
  const rows = await listContentReports(query, (await storeOfOption(query, store))?.id)
  if (json) {
    return printReportJson({ data: rows.map((row) => ({ ...row, reports: Number(row.reports) })) })
  }
  const lines = rows.map(({ last_at, store_id, page, directive, blocked, reports }) => [
    last_at.toISOString(),
    printable(store_id),
    page,
    directive,
    printable(blocked),
    String(reports),
  ])
  printTable(COLUMNS, lines, { none: 'No browser has reported blocked content.' })
}

const COLUMNS = [
  'LAST',
  { header: 'STORE', yields: 'cut' },
  'PAGE',
  'DIRECTIVE',
  'BLOCKED',
  'REPORTS',
] as const
