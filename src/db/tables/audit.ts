import type { Generated, JSONColumnType } from 'kysely'
import type { Actor } from '../../domain/actor.ts'

export const AUDIT_OUTCOMES = ['done', 'refused', 'failed'] as const
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number]

/** Who wanted something; `unknown`: somebody who has not shown who they are. */
export type AuditActor = Actor | { kind: 'unknown' }

interface AuditLogTable {
  id: Generated<bigint>
  at: Date
  actor: JSONColumnType<AuditActor>
  from_address: string | null
  organization_id: string | null
  store_id: string | null
  /** What was wanted: the `operationId` of a route, or a command. */
  action: string
  /** What it was about. */
  subject: string | null
  /** What was asked for, without secrets and without what people wrote freely. */
  request: JSONColumnType<object> | null
}

interface AuditOutcomesTable {
  entry_id: bigint
  at: Date
  outcome: AuditOutcome
  /** Of an answer over HTTP. */
  status: number | null
  before: JSONColumnType<object> | null
  after: JSONColumnType<object> | null
}

export interface AuditTables {
  audit_log: AuditLogTable
  audit_outcomes: AuditOutcomesTable
}
