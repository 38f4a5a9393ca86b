import { type AlertChange, writeAlerts } from '../../db/alerts/alerts.ts'
import type { DbQuery, StoreRow } from '../../db/db.ts'
import { addToTimeline, type TimelineEntry } from '../../db/orders/timeline.ts'
import type { AlertKind } from '../../db/tables/alerts.ts'

export type AlertAbout = Omit<AlertChange, 'change' | 'details'>

/** Identifies the alert of a kind about a store as a whole. */
export const aboutStore = <Kind extends AlertKind>(
  { id }: Pick<StoreRow, 'id'>,
  kind: Kind,
  now: Date,
) => ({ kind, storeId: id, subject: id, now })

type Details = Pick<AlertChange, 'details'>

/** Opens an alert, deduped by kind and subject. */
export const opening = (alert: AlertAbout & Details): AlertChange[] => [
  { details: {}, ...alert, change: 'open' },
]

/** Opens an alert, or refreshes an open one. */
export const openingOrRefreshing = (alert: AlertAbout & Required<Details>): AlertChange[] => [
  { ...alert, change: 'open' },
  { ...alert, change: 'refresh' },
]

export const closing = (about: AlertAbout): AlertChange[] => [{ ...about, change: 'close' }]

export const linesOf = (changes: readonly AlertChange[]): (TimelineEntry & { of: AlertChange })[] =>
  changes.flatMap((change) => {
    const { orderId, now, kind: problem } = change
    if (orderId === undefined || change.change === 'refresh') return []
    const kind = change.change === 'open' ? 'problem_opened' : 'problem_closed'
    return [{ at: now, order_id: orderId, kind, details: { problem }, of: change }]
  })

export const openAlert = (query: DbQuery, alert: AlertAbout & Details): Promise<void> =>
  write(query, opening(alert))

export const openOrRefreshAlert = (
  query: DbQuery,
  alert: AlertAbout & Required<Details>,
): Promise<void> => write(query, openingOrRefreshing(alert))

export const closeAlert = (query: DbQuery, about: AlertAbout): Promise<void> =>
  write(query, closing(about))

const write = async (query: DbQuery, changes: readonly AlertChange[]): Promise<void> => {
  const effective = await writeAlerts(query, changes)
  await addToTimeline(
    query,
    linesOf(changes).flatMap(({ of, ...line }) => (effective.has(of) ? [line] : [])),
  )
}
