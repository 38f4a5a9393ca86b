import { isDay, shiftDay, startOf } from '../../parts/values/honduras-day.ts'

/** Filters in the URL; days are Honduras days. */
export interface AuditSearch {
  who?: string
  action?: string
  store?: string
  from?: string
  to?: string
}

const textOf = (value: unknown): string | undefined => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  return text === '' ? undefined : text.slice(0, 191)
}

const known = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Field in keyof Fields]?: NonNullable<Fields[Field]>
  }

/** Parses the URL; drops invalid filters. */
export const readAuditSearch = (given: Record<string, unknown>): AuditSearch =>
  known({
    who: textOf(given.who),
    action: textOf(given.action),
    store: textOf(given.store),
    from: isDay(given.from) ? given.from : undefined,
    to: isDay(given.to) ? given.to : undefined,
  })

/** Maps filters to the API's query. */
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
