import type { OrderId, PaymentId } from '../../domain/ids.ts'
import { currentActorJson } from '../current-actor.ts'
import type { DbQuery, TimelineRow } from '../db.ts'
import { inserting, writeRows } from '../rows.ts'

export type TimelineKind =
  | 'order_taken'
  | 'order_changed'
  | 'order_cancelled'
  | 'order_reopened'
  | 'order_paid_otherwise'
  | 'payment_adopted'
  | 'payment_recovered'
  | 'payment_intended'
  | 'payment_created'
  | 'payment_created_twice'
  | 'payment_creation_unknown'
  | 'payment_refused'
  | 'payment_abandoned'
  | 'payment_declined'
  | 'payment_charged'
  | 'authentication_required'
  | 'request_fields_dropped'
  | 'request_fields_refused'
  | 'event_applied'
  | 'event_without_effect'
  | 'gateway_asked'
  | 'charge_contradicted'
  | 'charge_confirmed'
  | 'order_status_changed'
  | 'order_in_conflict'
  | 'refund_pending'
  | 'refund_awaits_approval'
  | 'refund_approved'
  | 'refund_rejected'
  | 'refund_expired'
  | 'refund_succeeded'
  | 'refund_found'
  | 'refund_recorded'
  | 'refund_waiting'
  | 'refund_failed'
  | 'refund_accepted'
  | 'refund_cancelled'
  | 'refund_unknown'
  | 'refund_not_sent'
  | 'problem_opened'
  | 'problem_closed'
  | 'storefront_told'
  | 'storefront_not_told'
  | 'difference_found'
  | 'personal_data_erased'
  | 'personal_data_requested'

/** Amounts are decimal strings; no secrets, card data or personal data. */
export interface TimelineEntry {
  at: Date
  order_id: OrderId
  payment_id?: PaymentId | undefined
  kind: TimelineKind
  details?: Record<string, unknown>
}

export const addToTimeline = (
  query: DbQuery,
  entries: TimelineEntry | readonly TimelineEntry[],
): Promise<void> =>
  writeRows(query, inserting('timeline', TIMELINE_COLUMNS), [
    TIMELINE_COLUMNS,
    [entries].flat().map(timelineRow),
  ])

export const timelineRow = ({ at, order_id, payment_id, kind, details = {} }: TimelineEntry) => ({
  ...{ at, order_id, payment_id: payment_id ?? null, kind, details: JSON.stringify(details) },
  actor: currentActorJson() ?? null,
})

export const TIMELINE_COLUMNS = [
  'at',
  'order_id',
  'payment_id',
  'kind',
  'details',
  'actor',
] as const

const MOST_ENTRIES = 1_000

const newestFirst = (query: DbQuery, orderId: OrderId) =>
  query.selectFrom('timeline').selectAll().where('order_id', '=', orderId).orderBy('seq', 'desc')

/** Returns the oldest first; a very long history loses its start. */
export const timelineOf = async (query: DbQuery, orderId: OrderId): Promise<TimelineRow[]> =>
  (await newestFirst(query, orderId).limit(MOST_ENTRIES).execute()).reverse()

export const latestInTimeline = (
  query: DbQuery,
  orderId: OrderId,
  kind: TimelineKind,
): Promise<TimelineRow | undefined> =>
  newestFirst(query, orderId).where('kind', '=', kind).limit(1).executeTakeFirst()
