import type { Generated, JSONColumnType } from 'kysely'
import type { Actor } from '../../domain/actor.ts'

export const AUDIT_OUTCOMES = ['done', 'refused', 'failed'] as const
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number]

/** `unknown`: not authenticated. */
export type AuditActor = Actor | { kind: 'unknown' }

export interface AuditTables {
  audit_log: {
    id: Generated<bigint>
    at: Date
    actor: JSONColumnType<AuditActor>
    from_address: string | null
    organization_id: string | null
    store_id: string | null
    /** `operationId` of a route, or a command. */
    action: string
    subject: string | null
    /** Request without secrets and free text. */
    request: JSONColumnType<Record<string, unknown>> | null
  }
  audit_outcomes: {
    entry_id: bigint
    at: Date
    outcome: AuditOutcome
    status: number | null
    before: JSONColumnType<Record<string, unknown>> | null
    after: JSONColumnType<Record<string, unknown>> | null
  }
}
