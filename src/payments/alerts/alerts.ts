import { type AlertChange, writeAlerts } from '../../db/alerts.ts'
import type { DbQuery } from '../../db/db.ts'
import { addToTimeline, type TimelineEntry } from '../../db/timeline.ts'

/** A thing that a person should look at. */
export type AlertAbout = Omit<AlertChange, 'change' | 'details'>

type Details = Pick<AlertChange, 'details'>

/** The changes that open an alert, once for one thing as long as it is open. */
export const opening = (alert: AlertAbout & Details): AlertChange[] => [
  { details: {}, ...alert, change: 'open' },
]

/** The same, and one that is open already tells what is known by now. */
export const openingOrRefreshing = (alert: AlertAbout & Required<Details>): AlertChange[] => [
  { ...alert, change: 'open' },
  { ...alert, change: 'refresh' },
]

/** The change that closes an alert, if it is open: what it told of is over. */
export const closing = (about: AlertAbout): AlertChange[] => [{ ...about, change: 'close' }]

/** The lines that changes of orders' alerts are in their timelines, where they have an effect. */
export const linesOf = (changes: readonly AlertChange[]): (TimelineEntry & { of: AlertChange })[] =>
  changes.flatMap((change) => {
    const { orderId, now, kind: problem } = change
    if (orderId === undefined || change.change === 'refresh') return []
    const kind = change.change === 'open' ? 'problem_opened' : 'problem_closed'
    return [{ at: now, order_id: orderId, kind, details: { problem }, of: change }]
  })

/** Opens an alert, once for one thing as long as it is open. */
export const openAlert = (query: DbQuery, alert: AlertAbout & Details): Promise<void> =>
  write(query, opening(alert))

/** The same, and one that is open already tells what is known by now. */
export const openOrRefreshAlert = (
  query: DbQuery,
  alert: AlertAbout & Required<Details>,
): Promise<void> => write(query, openingOrRefreshing(alert))

/** Closes an alert, if it is open: what it told of is over. */
export const closeAlert = (query: DbQuery, about: AlertAbout): Promise<void> =>
  write(query, closing(about))

const write = async (query: DbQuery, changes: readonly AlertChange[]): Promise<void> => {
  const effective = await writeAlerts(query, changes)
  await addToTimeline(
    query,
    linesOf(changes).flatMap(({ of, ...line }) => (effective.has(of) ? [line] : [])),
  )
}
