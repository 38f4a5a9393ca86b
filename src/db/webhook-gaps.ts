import { type Selectable, sql } from 'kysely'
import type { PaymentState } from '../contract/payment-states.ts'
import type { PaymentId, StoreId } from '../domain/ids.ts'
import { oneOfMany } from '../runtime/together.ts'
import type { DbQuery, PaymentRow } from './db.ts'
import type { DbTables } from './tables.ts'

export type WebhookGapRow = Selectable<DbTables['webhook_gaps']>

/** Notes that a change of a payment was found at the gateway before its event came. */
export const noteGap = async (
  trx: DbQuery,
  {
    payment: { id, store_id, order_id },
    state,
    foundBy,
    now,
  }: {
    payment: PaymentRow
    state: PaymentState
    foundBy: WebhookGapRow['found_by']
    now: Date
  },
): Promise<void> => {
  await trx
    .insertInto('webhook_gaps')
    .values({ store_id, order_id, payment_id: id, state, found_by: foundBy, found_at: now })
    .onConflict((conflict) => conflict.columns(['payment_id', 'state']).doNothing())
    .execute()
}

/** The event of a change that was found before has come after all. */
export const closeGap = oneOfMany(
  async (
    query: DbQuery,
    seen: readonly { paymentId: PaymentId; state: PaymentState; now: Date }[],
  ) => {
    await sql`
      UPDATE webhook_gaps SET event_came_at = seen.at
      FROM unnest(${seen.map(({ paymentId }) => paymentId)}::text[],
        ${seen.map(({ state }) => state)}::text[],
        ${seen.map(({ now }) => now)}::timestamptz[]) AS seen (payment_id, state, at)
      WHERE webhook_gaps.payment_id = seen.payment_id AND webhook_gaps.state = seen.state
        AND event_came_at IS NULL`.execute(query)
    return seen.map(() => undefined)
  },
)

/** Changes whose event has not come, of a store or of all, the newest first. */
export const openGaps = (
  query: DbQuery,
  { storeId, foundBefore, limit }: { storeId: StoreId; foundBefore: Date; limit: number },
): Promise<WebhookGapRow[]> =>
  query
    .selectFrom('webhook_gaps')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('event_came_at', 'is', null)
    .where('found_at', '<=', foundBefore)
    .orderBy('found_at', 'desc')
    .limit(limit)
    .execute()

export interface GapCount {
  storeId: StoreId
  count: number
  latestFoundAt: Date
}

/**
 * How many changes of each store were found before `foundBefore`, not earlier than `foundSince`, and
 * have had no event since.
 */
export const countOpenGaps = async (
  query: DbQuery,
  {
    foundBefore,
    foundSince,
    storeId,
  }: { foundBefore: Date; foundSince?: Date | undefined; storeId?: StoreId | undefined },
): Promise<Map<string, GapCount>> => {
  let gaps = query
    .selectFrom('webhook_gaps')
    .select('store_id')
    .select(({ fn }) => [
      fn.countAll<bigint>().as('count'),
      fn.max('found_at').as('latest_found_at'),
    ])
    .where('event_came_at', 'is', null)
    .where('found_at', '<=', foundBefore)
  if (storeId !== undefined) gaps = gaps.where('store_id', '=', storeId)
  if (foundSince !== undefined) gaps = gaps.where('found_at', '>=', foundSince)
  const rows = await gaps.groupBy('store_id').execute()
  return new Map(
    rows.map(({ store_id, count, latest_found_at }) => [
      store_id,
      { storeId: store_id, count: Number(count), latestFoundAt: latest_found_at },
    ]),
  )
}

/** Forgets what was found before `before`, whatever became of it. */
export const trimGaps = async (query: DbQuery, before: Date): Promise<void> => {
  await query.deleteFrom('webhook_gaps').where('found_at', '<', before).execute()
}
