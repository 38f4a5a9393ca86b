import { once } from 'node:events'
import { type AuditFilter, listAuditEntries } from '../db/audit-log.ts'
import type { DbQuery } from '../db/db.ts'
import {
  AUDIT_CSV_HEADER,
  actorInWords,
  auditCsvLine,
  viewOfAuditEntry,
} from '../http/audit/audit-view.ts'
import { UserError } from '../runtime/failure.ts'
import type { ProgramEnd } from '../runtime/program.ts'
import type { CommandProgram } from './command-program.ts'
import { openCommandDb } from './open-command-db.ts'
import { storesNamed } from './orders/find-order.ts'
import { printTable } from './table.ts'

export interface AuditOptions {
  store?: string
  since?: string
  limit: number
  json: boolean
  csv: boolean
}

const PAGE = 500

/** Prints the latest entries of the audit log, or exports all. */
export const printAudit = async (
  program: CommandProgram,
  { store, since, limit, json, csv }: AuditOptions,
): Promise<ProgramEnd> => {
  if (json && csv) throw new UserError('--json or --csv: one of them')
  const { query } = (await openCommandDb(program, 'audit', program.platforms)).db
  const storeId = store === undefined ? undefined : (await storesNamed(query, store))[0]?.id
  const filter = { storeId, since: since === undefined ? undefined : readTime(since) }
  if (json || csv) await exportAll(query, { filter, asCsv: csv })
  else {
    const entries = await listAuditEntries(query, { ...filter, limit })
    printTable(
      ['AT', 'WHO', 'FROM', 'STORE', 'WHAT', 'ABOUT', 'OUTCOME'],
      entries.map((entry) => [
        entry.at.toISOString(),
        actorInWords(entry.actor),
        entry.from_address ?? '-',
        entry.store_id ?? '-',
        entry.action,
        entry.subject ?? '-',
        entry.outcome ?? 'unknown',
      ]),
      { none: 'There are no entries.' },
    )
  }
  return 'ended'
}

const exportAll = async (
  query: DbQuery,
  { filter, asCsv }: { filter: Pick<AuditFilter, 'storeId' | 'since'>; asCsv: boolean },
): Promise<void> => {
  if (asCsv) await print(AUDIT_CSV_HEADER)
  let before: bigint | undefined
  for (;;) {
    const entries = await listAuditEntries(query, { ...filter, before, limit: PAGE })
    for (const entry of entries) {
      const view = viewOfAuditEntry(entry)
      await print(asCsv ? auditCsvLine(view) : `${JSON.stringify(view)}\n`)
    }
    before = entries.at(-1)?.id
    if (before === undefined) return
  }
}

/** Waits for backpressure. */
const print = async (text: string): Promise<void> => {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}

const readTime = (text: string): Date => {
  const time = new Date(text)
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text)
  if (Number.isNaN(time.getTime()) || !hasZone) {
    throw new UserError('--since: a time with its zone, such as 2030-01-31T18:00:00-06:00')
  }
  return time
}
