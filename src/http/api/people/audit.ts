import { listAuditEntries } from '../../../db/people/audit-log.ts'
import { instant } from '../../../runtime/instant.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { AUDIT_COLUMNS, auditEntry, viewOfAuditEntry } from '../../audit/audit-view.ts'
import { defineExport } from '../operator/exports.ts'
import { listFields } from '../operator/list-schemas.ts'
import { defineList, type ListScope, type QueriedInput } from '../operator/lists.ts'
import type { OperatorRoute } from '../route.ts'

const filters = {
  store_id: listFields.store_id,
  since: instant.optional().describe('Start of the time range, inclusive.'),
  until: instant.optional().describe('End of the time range, exclusive.'),
  actor_id: plainText(191).optional().describe('Id of a person or an API key.'),
  action: plainText(191).optional().describe('The `operationId` of a route, or a command.'),
}

const readEntries = async (
  { ctx, organizationIds, query }: QueriedInput<typeof filters>,
  { before, limit }: ListScope,
) => {
  const { store_id: storeId, actor_id: actorId, since, until, action } = query
  const found = await listAuditEntries(ctx.db.long.query, {
    organizationIds,
    storeId,
    since,
    until,
    actorId,
    action,
    limit: limit + 1,
    before: before === undefined ? undefined : BigInt(before),
  })
  const page = found.slice(0, limit)
  const next = found.length > limit ? String(page.at(-1)?.id) : undefined
  return { data: page.map(viewOfAuditEntry), next }
}

const ofAudit = {
  tag: 'People',
  scope: 'admin',
  list: 'audit',
  filters,
  read: readEntries,
} as const

const listAudit = defineList({
  ...ofAudit,
  path: '/operator/v1/audit',
  operationId: 'listAudit',
  summary: "List audit entries of the person's organizations, newest first",
  row: auditEntry,
  id: 'AuditEntries',
  description: 'A page of the audit log',
})

const auditCsv = defineExport({
  ...ofAudit,
  path: '/operator/v1/audit.csv',
  operationId: 'exportAudit',
  summary: 'Export the audit entries that match the filters as CSV',
  columns: AUDIT_COLUMNS,
  cellsOf: (entry) => entry,
})

export const auditRoutes: readonly OperatorRoute[] = [auditCsv, listAudit]
