import { sql } from 'kysely'
import type { Retry } from '../../runtime/failure.ts'
import { currentActorJson } from '../current-actor.ts'
import type { DbQuery } from '../db.ts'
import type { TimelineEntry } from '../orders/timeline.ts'
import type { DeliveryCall } from '../tables/tasks.ts'
import type { TaskRow } from './outbox.ts'
import type { Claim } from './task-claims.ts'

/** `task_failures` keeps each failure. */
export type TaskEnd =
  | ({ state: 'done' } & DoneEnd)
  /** `isUnreachable`: due as soon as the dependency responds. */
  | ({ state: 'ready'; runAt: Date; isUnreachable: boolean } & FailedEnd)
  | ({ state: 'dead' } & FailedEnd)

/** `calls`: to the store, for the delivery log. */
interface Ending {
  at: Date
  calls?: readonly DeliveryCall[] | undefined
}

interface FailedEnd extends Ending {
  failure: TaskFailure
}

/** `line`: timeline entry. */
interface DoneEnd extends Ending {
  note?: string | undefined
  line?: TimelineEntry | undefined
}

interface TaskFailure {
  retry: Retry
  /** For people; no secrets. */
  detail: string
}

const INTO_ATTEMPTS = sql`INSERT INTO delivery_attempts (task_id, try, at, outcome, calls)`

/** Is a no-op after a newer claim. A task that was released during its try is due at once. */
export const endTask = async (
  query: DbQuery,
  { id, claims, released_at }: Claim & Pick<TaskRow, 'released_at'>,
  end: TaskEnd,
): Promise<void> => {
  if (end.state === 'done') return endDone(query, [{ id, claims, ...end }])
  const { at, failure } = end
  const again = end.state === 'ready' ? end : undefined
  await sql`
    WITH ended AS (
      UPDATE tasks SET state = ${end.state}, last_error = ${failure.detail},
        out_of_reach = ${again?.isUnreachable ?? false}, passes_circuit = false,
        run_at = CASE WHEN released_at IS DISTINCT FROM ${released_at} THEN run_at
          ELSE COALESCE(${again?.runAt ?? null}, run_at) END, ended_at = ${again ? null : at}
      WHERE id = ${id} AND claims = ${claims} AND state = 'running' RETURNING id, tries
    ), attempted AS (
      ${INTO_ATTEMPTS}
      SELECT id, tries, ${at}, 'failed', ${JSON.stringify(end.calls ?? [])}::json FROM ended
      WHERE ${(end.calls ?? []).length > 0} ON CONFLICT DO NOTHING
    )
    INSERT INTO task_failures (task_id, try, at, retry, detail)
    SELECT id, tries, ${at}, ${failure.retry}, ${failure.detail} FROM ended
    ON CONFLICT DO NOTHING`.execute(query)
}

/** Writes timeline entries too; no-op after a newer claim. */
export const endDone = async (
  query: DbQuery,
  ended: readonly (Claim & DoneEnd)[],
): Promise<void> => {
  const rows = ended.map(({ id, claims, at, note, line, calls = [] }) => ({
    id: String(id),
    claims,
    ended_at: at,
    note,
    ...line,
    ...(calls.length > 0 && { calls }),
  }))
  await sql`
    WITH ended AS (
      UPDATE tasks SET state = 'done', ended_at = sent.ended_at, last_error = NULL,
        out_of_reach = false, passes_circuit = false, note = COALESCE(sent.note, tasks.note)
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS sent (id bigint, claims int,
        ended_at timestamptz, note text, at timestamptz, order_id text, payment_id text, kind text,
        details jsonb, calls json)
      WHERE tasks.id = sent.id AND tasks.claims = sent.claims AND tasks.state = 'running'
      RETURNING sent.*, tasks.tries
    ), attempted AS (
      ${INTO_ATTEMPTS}
      SELECT id, tries, ended_at, 'delivered', calls FROM ended WHERE calls IS NOT NULL
      ON CONFLICT DO NOTHING
    )
    INSERT INTO timeline (at, order_id, payment_id, kind, details, actor)
    SELECT at, order_id, payment_id, kind, details, ${currentActorJson() ?? null}::jsonb FROM ended WHERE kind IS NOT NULL`.execute(
    query,
  )
}
