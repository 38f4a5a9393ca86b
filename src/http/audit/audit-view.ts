import type { AuditEntry } from '../../db/people/audit-log.ts'
import type { AuditActor } from '../../db/tables/audit.ts'
import { nameOfActor } from '../../domain/actor.ts'
import { csvLine } from '../requests/csv-line.ts'

/** Maps an audit entry to JSON. `outcome` is `null` if unknown. */
export const viewOfAuditEntry = (entry: AuditEntry) => ({
  id: String(entry.id),
  at: entry.at.toISOString(),
  actor: entry.actor,
  from_address: entry.from_address,
  organization_id: entry.organization_id,
  store_id: entry.store_id,
  action: entry.action,
  subject: entry.subject,
  request: entry.request,
  outcome: entry.outcome,
  status: entry.status,
  ended_at: entry.ended_at?.toISOString() ?? null,
  before: entry.before,
  after: entry.after,
})

type AuditView = ReturnType<typeof viewOfAuditEntry>

/** Renders an actor as its kind and name. */
export const actorInWords = (actor: AuditActor): string => {
  const name = actor.kind === 'unknown' ? undefined : nameOfActor(actor)
  return name === undefined ? actor.kind : `${actor.kind} ${name}`
}

const COLUMNS = [
  'id',
  'at',
  'actor',
  'from_address',
  'organization_id',
  'store_id',
  'action',
  'subject',
  'request',
  'outcome',
  'status',
  'ended_at',
  'before',
  'after',
] as const satisfies readonly (keyof AuditView)[]

export const AUDIT_CSV_HEADER = csvLine(COLUMNS)

/** Renders an entry as CSV; objects as JSON. */
export const auditCsvLine = (view: AuditView): string =>
  csvLine(
    COLUMNS.map((column) => {
      const value = view[column]
      return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
    }),
  )
