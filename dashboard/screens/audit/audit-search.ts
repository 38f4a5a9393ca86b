import { known, searchOf, searchText } from '../../parts/search.ts'
import { searchDay } from '../../parts/values/calendar-day.ts'
import { shiftDay, startOf } from '../../parts/values/honduras-day.ts'

/** Days are Honduras days. */
export const readAuditSearch = searchOf({
  who: searchText,
  action: searchText,
  store: searchText,
  from: searchDay,
  to: searchDay,
})

export type AuditSearch = ReturnType<typeof readAuditSearch>

/** Maps filters to the API. */
export const auditQueryOf = ({ who, action, store, from, to }: AuditSearch) =>
  known({
    actor_id: who,
    action,
    store_id: store,
    since: from && startOf(from),
    until: to && startOf(shiftDay(to, 1)),
  })

export const auditExportPath = (search: AuditSearch): string =>
  `/operator/v1/audit.csv?${new URLSearchParams(auditQueryOf(search) as Record<string, string>)}`
