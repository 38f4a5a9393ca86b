import { type AlertChange, type AlertKey, writeAlerts } from '../../db/alerts.ts'
import type { DbQuery } from '../../db/db.ts'
import { addToTimeline, type TimelineEntry } from '../../db/timeline.ts'
import type { OrderId } from '../../domain/ids.ts'

/** A thing that a person should look at. */
export interface AlertAbout extends AlertKey {
  orderId?: OrderId | undefined
  now: Date
}

type Details = { details?: object }

/** The changes that open an alert, once for one thing as long as it is open. */
export const opening = ({ details = {}, ...about }: AlertAbout & Details): AlertChange[] => [
  { ...about, orderId: about.orderId, change: 'open', details },
]

/** The same, and one that is open already tells what is known by now. */
export const openingOrRefreshing = (alert: AlertAbout & Required<Details>): AlertChange[] => [
  ...opening(alert),
  { ...alert, change: 'refresh' },
]

/** The change that closes an alert, if it is open: what it told of is over. */
export const closing = (about: AlertAbout): AlertChange[] => [{ ...about, change: 'close' }]

/** The lines that changes of an order's alerts are in its timeline, where they have an effect. */
export const linesOf = (
  orderId: OrderId,
  changes: readonly AlertChange[],
): (TimelineEntry & { of: AlertChange })[] =>
  changes.flatMap((change) => {
    if (change.change === 'refresh') return []
    const kind = change.change === 'open' ? 'problem_opened' : 'problem_closed'
    const details = { problem: change.kind }
    return [{ at: change.now, order_id: orderId, kind, details, of: change }]
  })

/** Opens an alert, once for one thing as long as it is open. */
export const openAlert = (query: DbQuery, alert: AlertAbout & Details): Promise<void> =>
  write(query, alert, opening(alert))

/** The same, and one that is open already tells what is known by now. */
export const openOrRefreshAlert = (
  query: DbQuery,
  alert: AlertAbout & Required<Details>,
): Promise<void> => write(query, alert, openingOrRefreshing(alert))

/** Closes an alert, if it is open: what it told of is over. */
export const closeAlert = (query: DbQuery, about: AlertAbout): Promise<void> =>
  write(query, about, closing(about))

const write = async (
  query: DbQuery,
  { orderId }: AlertAbout,
  changes: readonly AlertChange[],
): Promise<void> => {
  const effective = await writeAlerts(query, changes)
  if (orderId === undefined) return
  const lines = linesOf(orderId, changes).filter(({ of }) => effective.has(of))
  await addToTimeline(
    query,
    lines.map(({ of: _, ...line }) => line),
  )
}
