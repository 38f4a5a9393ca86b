import { sql } from 'kysely'
import type { Retry } from '../runtime/failure.ts'
import type { DbQuery } from './db.ts'
import type { Claim } from './task-claims.ts'

/** How a try ended; a failure is kept with the task. */
export type TaskEnd =
  | { state: 'done'; at: Date; note?: string | undefined }
  /** `outOfReach`: they could not be reached, so that it is due as soon as they can. */
  | { state: 'ready'; at: Date; runAt: Date; outOfReach: boolean; failure: TaskFailure }
  | { state: 'dead'; at: Date; failure: TaskFailure }

export interface TaskFailure {
  retry: Retry
  /** For people; no secrets. */
  detail: string
}

/** Ends a try of a task, unless another claim has taken the task since. */
export const endTask = async (
  query: DbQuery,
  { id, claims }: Claim,
  end: TaskEnd,
): Promise<void> => {
  const failure = end.state === 'done' ? undefined : end.failure
  const again = end.state === 'ready' ? end : undefined
  const note = end.state === 'done' ? end.note : undefined
  await sql`
    WITH ended AS (
      UPDATE tasks SET state = ${end.state}, last_error = ${failure?.detail ?? null},
        note = COALESCE(${note ?? null}, note), out_of_reach = ${again?.outOfReach ?? false},
        passes_circuit = false, run_at = COALESCE(${again?.runAt ?? null}, run_at),
        ended_at = ${again ? null : end.at}
      WHERE id = ${id} AND claims = ${claims} AND state = 'running' RETURNING id, tries
    )
    INSERT INTO task_failures (task_id, try, at, retry, detail)
    SELECT id, tries, ${end.at}::timestamptz, failure.retry, failure.detail
    FROM ended, (VALUES (${failure?.retry ?? null}, ${failure?.detail ?? null})) AS failure (retry, detail)
    WHERE failure.retry IS NOT NULL ON CONFLICT DO NOTHING`.execute(query)
}
