import { api, type Schemas } from '../../app/api.ts'
import type { PagesQuery } from '../../parts/use-pages.ts'
import { type AuditSearch, auditQueryOf } from './audit-search.ts'

export const pagesOfAudit = (search: AuditSearch): PagesQuery<Schemas['AuditEntry']> => {
  const query = auditQueryOf(search)
  return [
    ['audit', query],
    (cursor, signal) =>
      api.GET('/operator/v1/audit', {
        params: { query: { ...query, limit: 50, ...cursor } },
        signal,
      }),
  ]
}
