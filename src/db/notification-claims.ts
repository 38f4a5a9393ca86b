import { sql } from 'kysely'
import type { OrderId } from '../domain/ids.ts'
import type { DbQuery } from './db.ts'
import { nextTimes } from './message-times.ts'
import type { TaskRow } from './outbox.ts'
import type { Claim } from './task-claims.ts'
import { dueTasks, type Taking } from './task-rooms.ts'
import type { TimelineEntry } from './timeline.ts'

/** A notification that this process has claimed, and begins with. */
export interface ClaimedNotification extends TaskRow {
  /** The order that it is about; `null`: its task names a payment that there is not. */
  about: OrderId | null
  /** The time that it bears: see `nextTimes`. */
  message_at: Date | null
}

/** Of an order, one at a time: what a person wants tried before the others, of those the oldest. */
const andIsNextOfOrder = (now: Date) => sql`AND NOT EXISTS (
  SELECT FROM tasks other WHERE other.order_id = tasks.order_id AND other.by_sets
    AND (other.state = 'running' OR (other.state = 'ready' AND other.run_at <= ${now}
      AND (NOT other.passes_circuit, other.id) < (NOT tasks.passes_circuit, tasks.id))))`

/**
 * Claims notifications that are due, and begins a try of each, in one statement: see `dueTasks`. Of an
 * order one at a time. Gives each its time, later than that of every one before about its order; what is
 * read afterwards of the order may be newer than that, never older. Returns them in the order in
 * which they were due.
 */
export const claimNotifications = async (
  query: DbQuery,
  { processId, ...taking }: Omit<Taking, 'bySets'> & { processId: number },
): Promise<ClaimedNotification[]> => {
  const { now } = taking
  const { rows } = await sql<ClaimedNotification>`
    WITH RECURSIVE ${dueTasks({ ...taking, bySets: true }, andIsNextOfOrder(now))}, taken AS (
      UPDATE tasks SET state = 'running', tries = tries + 1, claims = claims + 1, handed_at = now(),
        process_id = ${processId}
      FROM due WHERE tasks.id = due.id
      RETURNING tasks.*
    ), named AS (
      SELECT taken.*, COALESCE(taken.order_id, payments.order_id) AS about
      FROM taken LEFT JOIN payments
        ON taken.order_id IS NULL AND payments.id = taken.payload ->> 'paymentId'
    ), times AS (${nextTimes(sql`SELECT about FROM named WHERE about IS NOT NULL`, now)}), unhurried AS (
      -- What a crash of the database takes back of a claim is claimed again, so its commit does not wait
      -- for the disk.
      SELECT set_config('synchronous_commit', 'off', true)
    )
    SELECT named.*, times.at AS message_at FROM named LEFT JOIN times ON times.order_id = about
    WHERE (SELECT count(*) FROM unhurried) > 0 ORDER BY run_at, id`.execute(query)
  return rows
}

/** A notification that was sent, or that there was no need to send. */
export interface EndedNotification extends Claim {
  at: Date
  note?: string | undefined
  line?: TimelineEntry | undefined
}

/**
 * Ends tries that went well, and writes what is said of them on the timelines, unless another claim has
 * taken the task since.
 */
export const endNotifications = async (
  query: DbQuery,
  ended: readonly EndedNotification[],
): Promise<void> => {
  const rows = ended.map(({ id, claims, at, note, line }) => ({
    id: String(id),
    claims,
    ended_at: at,
    note,
    ...line,
  }))
  await sql`
    WITH ended AS (
      UPDATE tasks SET state = 'done', ended_at = sent.ended_at, last_error = NULL,
        out_of_reach = false, passes_circuit = false, note = COALESCE(sent.note, tasks.note)
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS sent (id bigint, claims int,
        ended_at timestamptz, note text, at timestamptz, order_id text, payment_id text, kind text,
        details jsonb)
      WHERE tasks.id = sent.id AND tasks.claims = sent.claims AND tasks.state = 'running'
      RETURNING sent.*
    )
    INSERT INTO timeline (at, order_id, payment_id, kind, details)
    SELECT at, order_id, payment_id, kind, details FROM ended WHERE kind IS NOT NULL`.execute(query)
}
