import { z } from 'zod'
import { type AuditEntry, listAuditEntries } from '../../../db/people/audit-log.ts'
import { AUDIT_OUTCOMES } from '../../../db/tables/audit.ts'
import { instant } from '../../../runtime/instant.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { AUDIT_CSV_HEADER, auditCsvLine, viewOfAuditEntry } from '../../audit/audit-view.ts'

import { answerTable, TABLE } from '../csv.ts'
import { listFields } from '../operator/list-schemas.ts'
import { defineList, scopeOfList } from '../operator/lists.ts'

import {
  type Answer,
  defineOperatorRoute,
  type OperatorInput,
  type OperatorRoute,
} from '../route.ts'

const AT_A_TIME = 500

const json = z.record(z.string(), z.unknown()).nullable()

const auditEntry = z
  .object({
    id: z.string().meta({ example: '12' }),
    at: z.iso.datetime(),
    actor: z.looseObject({ kind: z.string() }),
    from_address: z.string().nullable(),
    organization_id: z.string().nullable(),
    store_id: z.string().nullable(),
    action: z.string().meta({ description: 'The `operationId` of a route, or a command.' }),
    subject: z.string().nullable().meta({ description: 'What it was about.' }),
    request: json,
    outcome: z.enum(AUDIT_OUTCOMES).nullable().meta({ description: '`null`: nobody knows.' }),
    status: z.int().nullable(),
    ended_at: z.iso.datetime().nullable(),
    before: json,
    after: json,
  })
  .meta({ id: 'AuditEntry' })

const filters = {
  store_id: listFields.store_id,
  since: instant.optional().describe('Only what was wanted at that instant or later.'),
  until: instant.optional().describe('Only what was wanted before that instant.'),
  actor_id: plainText(191).optional().describe('Only what this person or API key wanted.'),
  action: plainText(191).optional().describe('Only this `operationId` or command.'),
}

const filterOf = ({
  store_id,
  since,
  until,
  actor_id,
  action,
}: z.output<z.ZodObject<typeof filters>>) => ({
  ...{ storeId: store_id, since, until, actorId: actor_id, action },
})

const listAudit = defineList({
  path: '/operator/v1/audit',
  operationId: 'listAudit',
  tag: 'People',
  scope: 'admin',
  summary: "List audit entries of the person's organizations, newest first",
  list: 'audit',
  filters: { ...filters },
  row: auditEntry,
  id: 'AuditEntries',
  description: 'A page of the audit log',
  read: async (input, scope) => {
    const { query } = input
    const found = await entriesOf(input, {
      ...filterOf(query),
      limit: query.limit + 1,
      before: scope.before === undefined ? undefined : BigInt(scope.before),
    })
    const page = found.slice(0, query.limit)
    const next = found.length > query.limit ? String(page.at(-1)?.id) : undefined
    return { data: page.map(viewOfAuditEntry), next }
  },
})

const auditCsv = defineOperatorRoute({
  method: 'get',
  path: '/operator/v1/audit.csv',
  operationId: 'exportAudit',
  tag: 'People',
  scope: 'admin',
  summary: 'Export the audit entries that match the filters as CSV',
  query: z.strictObject(filters),
  answers: TABLE,
  problems: { 404: 'The person has no such store', 422: 'A filter is not valid' },
  handle: async (input): Promise<Answer> => {
    const { query } = input
    const scope = await scopeOfList(input, 'audit', { store_id: query.store_id, limit: 1 })
    if (scope.outcome === 'refused') return scope.answer
    const filter = { ...filterOf(query), limit: AT_A_TIME }
    const lines = async function* () {
      yield AUDIT_CSV_HEADER
      for (let before: bigint | undefined; ; ) {
        const entries: AuditEntry[] = await entriesOf(input, { ...filter, before })
        if (entries.length > 0) yield entries.map(viewOfAuditEntry).map(auditCsvLine).join('')
        if (entries.length < AT_A_TIME) return
        before = entries.at(-1)?.id
      }
    }
    return answerTable('audit', lines())
  },
})

const entriesOf = (
  { ctx, organizationIds }: OperatorInput,
  filter: Omit<Parameters<typeof listAuditEntries>[1], 'organizationIds'>,
): Promise<AuditEntry[]> => listAuditEntries(ctx.db.long.query, { ...filter, organizationIds })

export const auditRoutes: readonly OperatorRoute[] = [auditCsv, listAudit]
