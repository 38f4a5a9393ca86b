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
  const ended = query
    .updateTable('tasks')
    .set({
      state: end.state,
      last_error: failure?.detail ?? null,
      passes_circuit: false,
      out_of_reach: end.state === 'ready' && end.outOfReach,
      ...(end.state === 'done' && end.note ? { note: end.note } : {}),
      ...(end.state === 'ready' ? { run_at: end.runAt } : { ended_at: end.at }),
    })
    .where('id', '=', id)
    .where('claims', '=', claims)
    .where('state', '=', 'running')
  if (!failure) {
    await ended.execute()
    return
  }
  await query
    .with('ended', () => ended.returning(['id', 'tries']))
    .insertInto('task_failures')
    .columns(['task_id', 'try', 'at', 'retry', 'detail'])
    .expression((from) =>
      from
        .selectFrom('ended')
        .select((row) => [
          'id',
          'tries',
          row.val(end.at).as('at'),
          row.val(failure.retry).as('retry'),
          row.val(failure.detail).as('detail'),
        ]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
