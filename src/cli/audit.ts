import type { DbQuery } from '../db/db.ts'
import { type AuditFilter, listAuditEntries } from '../db/people/audit-log.ts'
import { AUDIT_COLUMNS, actorInWords, viewOfAuditEntry } from '../http/audit/audit-view.ts'
import { csvLine, csvRow } from '../http/requests/csv-line.ts'
import { openCommandDb } from './context/open-command-db.ts'
import type { CommandProgram } from './terminal/command-program.ts'
import { storeOfOption } from './terminal/store-named.ts'
import { printTable } from './terminal/table.ts'
import { writeOut } from './terminal/write-out.ts'

export interface AuditOptions {
  store?: string
  since?: Date
  limit: number
  json: boolean
  csv: boolean
}

const PAGE = 500

/** Prints the latest entries, or exports all. */
export const printAudit = async (
  program: CommandProgram,
  { store, since, limit, json, csv }: AuditOptions,
): Promise<void> => {
  const { query } = await openCommandDb(program, 'audit')
  const storeId = (await storeOfOption(query, store))?.id
  const filter = { storeId, since }
  if (json || csv) await exportAll(query, { filter, asCsv: csv })
  else {
    const entries = await listAuditEntries(query, { ...filter, limit })
    printTable(
      COLUMNS,
      entries.map((entry) => [
        entry.at,
        actorInWords(entry.actor),
        entry.from_address ?? '-',
        entry.store_id ?? '-',
        entry.action,
        entry.subject ?? '-',
        entry.outcome ?? 'unknown',
      ]),
      { none: 'No entries.' },
    )
  }
}

const COLUMNS = [
  'AT',
  { header: 'WHO', yields: 'cut' },
  { header: 'FROM', yields: 'extra' },
  { header: 'STORE', yields: 'cut' },
  { header: 'WHAT', yields: 'cut' },
  { header: 'ABOUT', yields: 'cut' },
  'OUTCOME',
] as const

const exportAll = async (
  query: DbQuery,
  { filter, asCsv }: { filter: Pick<AuditFilter, 'storeId' | 'since'>; asCsv: boolean },
): Promise<void> => {
  if (asCsv) await writeOut(csvLine(AUDIT_COLUMNS))
  let before: bigint | undefined
  for (;;) {
    const entries = await listAuditEntries(query, { ...filter, before, limit: PAGE })
    for (const entry of entries) {
      const view = viewOfAuditEntry(entry)
      await writeOut(asCsv ? csvRow(AUDIT_COLUMNS, view) : `${JSON.stringify(view)}\n`)
    }
    before = entries.at(-1)?.id
    if (before === undefined) return
  }
}
