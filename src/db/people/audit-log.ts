import { sql } from 'kysely'
import { anyOf } from '../../runtime/postgres/database.ts'
import type { DbQuery } from '../db.ts'
import type { AuditActor, AuditOutcome } from '../tables/audit.ts'

/** Intended action; `request` becomes JSON. */
export interface AuditIntent {
  actor: AuditActor
  /** Client network; `null` from a terminal. */
  fromAddress: string | null
  organizationId: string | null
  storeId: string | null
  action: string
  subject: string | null
  request: object | null
}

/** Result of an action; `before` and `after` become JSON. */
export interface AuditResult {
  outcome: AuditOutcome
  status?: number | null
  before?: object | null
  after?: object | null
}

/** Records an intent. Returns the entry's id. */
export const writeAuditIntent = async (
  query: DbQuery,
  { at, fromAddress, organizationId, storeId, actor, request, ...rest }: AuditIntent & { at: Date },
): Promise<bigint> => {
  const { id } = await query
    .insertInto('audit_log')
    .values({
      at,
      actor: JSON.stringify(actor),
      from_address: fromAddress,
      organization_id: organizationId,
      store_id: storeId,
      request: jsonOrNull(request),
      ...rest,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const writeAuditResult = async (
  query: DbQuery,
  {
    entryId,
    status = null,
    before = null,
    after = null,
    ...rest
  }: AuditResult & { entryId: bigint; at: Date },
): Promise<void> => {
  await query
    .insertInto('audit_outcomes')
    .values({
      entry_id: entryId,
      status,
      before: jsonOrNull(before),
      after: jsonOrNull(after),
      ...rest,
    })
    .execute()
}

const jsonOrNull = (value: object | null): string | null =>
  value === null ? null : JSON.stringify(value)

export interface AuditFilter {
  /** Stores included; `undefined` adds the installation's entries. */
  organizationIds?: readonly string[] | undefined
  storeId?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
  actorId?: string | undefined
  action?: string | undefined
  before?: bigint | undefined
  limit: number
}

export type AuditEntry = Awaited<ReturnType<typeof listAuditEntries>>[number]

export const listAuditEntries = async (
  query: DbQuery,
  { organizationIds, storeId, since, until, actorId, action, before, limit }: AuditFilter,
) => {
  let entries = query
    .selectFrom('audit_log')
    .leftJoin('audit_outcomes', 'audit_outcomes.entry_id', 'audit_log.id')
    .selectAll('audit_log')
    .select([
      'audit_outcomes.at as ended_at',
      'audit_outcomes.outcome',
      'audit_outcomes.status',
      'audit_outcomes.before',
      'audit_outcomes.after',
    ])
    .orderBy('audit_log.id', 'desc')
    .limit(limit)
  if (organizationIds) {
    entries = entries.where('audit_log.organization_id', '=', anyOf(organizationIds))
  }
  if (storeId !== undefined) entries = entries.where('audit_log.store_id', '=', storeId)
  if (since) entries = entries.where('audit_log.at', '>=', since)
  if (until) entries = entries.where('audit_log.at', '<', until)
  if (actorId !== undefined) {
    entries = entries.where(sql<string>`audit_log.actor ->> 'id'`, '=', actorId)
  }
  if (action !== undefined) entries = entries.where('audit_log.action', '=', action)
  if (before !== undefined) entries = entries.where('audit_log.id', '<', before)
  return entries.execute()
}
