import type { LedgerQuery, TimelineRow } from './ledger.ts'

/** What can happen to an order; the timeline holds one entry for each time it did. */
export type TimelineKind =
  | 'order_taken'
  | 'order_changed'
  | 'payment_intended'
  | 'payment_created'
  | 'payment_created_twice'
  | 'payment_creation_unknown'
  | 'payment_refused'
  | 'payment_abandoned'
  | 'request_fields_dropped'
  | 'event_applied'
  | 'event_without_effect'
  | 'gateway_asked'
  | 'order_status_changed'
  | 'order_in_trouble'
  | 'storefront_told'
  | 'storefront_not_told'

/** Amounts in `details` are decimal strings; no secrets, no card data, no personal data. */
export interface TimelineEntry {
  at: Date
  order_id: string
  payment_id?: string | undefined
  kind: TimelineKind
  details?: Record<string, unknown>
}

export const addToTimeline = async (
  query: LedgerQuery,
  entries: TimelineEntry | readonly TimelineEntry[],
): Promise<void> => {
  const rows = [entries].flat().map(({ details = {}, payment_id = null, ...entry }) => ({
    ...entry,
    payment_id,
    details: JSON.stringify(details),
  }))
  if (rows.length > 0) await query.insertInto('timeline').values(rows).execute()
}

/** Oldest first. */
export const timelineOf = (query: LedgerQuery, orderId: string): Promise<TimelineRow[]> =>
  query
    .selectFrom('timeline')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('seq')
    .limit(1_000)
    .execute()
