import { z } from 'zod'
import type { AuditEntry } from '../../db/people/audit-log.ts'
import { AUDIT_OUTCOMES, type AuditActor } from '../../db/tables/audit.ts'
import { nameOfActor } from '../../domain/actor.ts'

const json = z.record(z.string(), z.unknown()).nullable()

export const auditEntry = z
  .object({
    id: z.string().meta({ example: '12' }),
    at: z.iso.datetime(),
    actor: z.looseObject({ kind: z.string() }),
    from_address: z
      .string()
      .nullable()
      .meta({ description: 'IP address of the caller; `null` if unknown.' }),
    organization_id: z.string().nullable(),
    store_id: z.string().nullable(),
    action: z.string().meta({ description: 'The `operationId` of the route, or the command.' }),
    subject: z.string().nullable().meta({ description: 'Ids in the path of the request.' }),
    request: json.meta({ description: 'Request without secrets and free text.' }),
    outcome: z
      .enum(AUDIT_OUTCOMES)
      .nullable()
      .meta({ description: 'Outcome of the request; `null` if Puente did not record it.' }),
    status: z
      .int()
      .nullable()
      .meta({ description: 'HTTP status of the response; `null` without one.' }),
    ended_at: z.iso.datetime().nullable(),
    before: json.meta({
      description: 'Changed values before the request; `null` if it changed none.',
    }),
    after: json.meta({
      description: 'Changed values after the request; `null` if it changed none.',
    }),
  })
  .meta({ id: 'AuditEntry' })

export const AUDIT_COLUMNS = auditEntry.keyof().options

/** Maps an audit entry to JSON. `outcome` is `null` if unknown. */
export const viewOfAuditEntry = (entry: AuditEntry): z.input<typeof auditEntry> => ({
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

/** Renders an actor as its kind and name. */
export const actorInWords = (actor: AuditActor): string => {
  const name = actor.kind === 'unknown' ? undefined : nameOfActor(actor)
  return name === undefined ? actor.kind : `${actor.kind} ${name}`
}
