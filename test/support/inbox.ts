import { sql } from 'kysely'
import type { DbQuery } from '../../src/db/db.ts'
import type { InboxEvent } from '../../src/db/events/inbox.ts'
import { EVENT_SIGNAL } from '../../src/payments/ports/context.ts'
import { TEST_STORE, type World } from './world.ts'

/** The inbox dedupes within a month; `monthsAgo` lets the same event in again. */
export interface Kept {
  body: string
  store?: string
  monthsAgo?: number
}

/** Inserts deliveries in one commit and this order, like the intake. */
export const insertDeliveries = async (
  query: DbQuery,
  kept: readonly Kept[],
  now: Date,
): Promise<InboxEvent[]> => {
  const rows = kept.map(({ body, store = TEST_STORE, monthsAgo = 0 }) => {
    const at = new Date(now)
    at.setUTCMonth(at.getUTCMonth() - monthsAgo, 1)
    return {
      body,
      store_id: store,
      message_id: JSON.parse(body).id,
      received_at: monthsAgo === 0 ? now : at,
    }
  })
  const { rows: messages } = await sql<InboxEvent>`
    WITH kept AS (
      INSERT INTO inbox (month, source, store_id, message_id, body, received_at)
      SELECT date_trunc('month', received_at AT TIME ZONE 'UTC')::date, 'gateway', store_id, message_id,
        convert_to(body, 'UTF8'), received_at
      FROM json_to_recordset(${JSON.stringify(rows)}::json)
        AS sent (store_id text, message_id text, body text, received_at timestamptz)
      RETURNING *
    ), waiting AS (
      INSERT INTO inbox_waiting (seq, month, source, store_id)
      SELECT seq, month, source, store_id FROM kept RETURNING ctid, seq
    )
    SELECT month::text, seq::text, waiting.ctid::text AS place, source, store_id, message_id, body,
      received_at
    FROM kept JOIN waiting USING (seq) ORDER BY kept.seq`.execute(query)
  return messages
}

export const deliverAsBatch = async (
  { puente: { ctx } }: Pick<World, 'puente'>,
  kept: readonly (string | Kept)[],
): Promise<void> => {
  const deliveries = kept.map((each) => (typeof each === 'string' ? { body: each } : each))
  await insertDeliveries(ctx.db.query, deliveries, ctx.clock.now())
  ctx.signals.send(EVENT_SIGNAL)
}
