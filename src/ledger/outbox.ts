import { type Selectable, sql } from 'kysely'
import type { LedgerQuery } from './ledger.ts'
import { aliveProcesses } from './processes.ts'
import type { LedgerTables } from './tables.ts'

export type TaskRow = Selectable<LedgerTables['tasks']>

export interface NewTask {
  kind: string
  storeId: string
  orderId?: string
  /** A second task with the same key, now or ever, is not made. */
  uniqueKey?: string
  payload: Record<string, unknown>
  runAt: Date
  now: Date
}

/** Writes what must follow, in the transaction that makes it necessary. */
export const addTask = async (query: LedgerQuery, task: NewTask): Promise<void> => {
  await query
    .insertInto('tasks')
    .values({
      kind: task.kind,
      store_id: task.storeId,
      order_id: task.orderId ?? null,
      unique_key: task.uniqueKey ?? null,
      payload: JSON.stringify(task.payload),
      run_at: task.runAt,
      created_at: task.now,
    })
    .onConflict((conflict) => conflict.column('unique_key').doNothing())
    .execute()
}

/** What the job queue is given for a task: the same task handed over again is another job. */
export interface HandedTask {
  id: bigint
  handovers: number
  kind: string
  store_id: string
}

/** One hand-over of one task. */
export type HandOver = Pick<HandedTask, 'id' | 'handovers'>

const HANDED = sql.raw('id, handovers, kind, store_id')

/** Takes tasks that are due, for a hand-over to the job queue by the process `processId`. */
export const takeDueTasks = async (
  query: LedgerQuery,
  { now, processId, limit }: { now: Date; processId: number; limit: number },
): Promise<HandedTask[]> => {
  const { rows } = await sql<HandedTask>`
    UPDATE tasks SET state = 'queued', handovers = handovers + 1, handed_at = now(), process_id = ${processId}
    WHERE id IN (
      SELECT id FROM tasks WHERE state = 'ready' AND run_at <= ${now}
      ORDER BY run_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )
    RETURNING ${HANDED}`.execute(query)
  return rows
}

/** Takes over the tasks of processes that are gone. */
export const takeTasksOfDeadProcesses = async (
  query: LedgerQuery,
  { processId, limit }: { processId: number; limit: number },
): Promise<HandedTask[]> => {
  const { rows } = await sql<HandedTask>`
    UPDATE tasks SET state = 'queued', handovers = handovers + 1, handed_at = now(), process_id = ${processId}
    WHERE id IN (
      SELECT id FROM tasks
      WHERE state IN ('queued', 'running') AND process_id <> ${processId} AND process_id NOT IN (
        ${aliveProcesses}
      )
      ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )
    RETURNING ${HANDED}`.execute(query)
  return rows
}

/**
 * Tasks that the job queue has had for long without starting them. They are offered again under
 * the same job id: a queue that still has the job ignores it, one that lost it takes it.
 */
export const takeForgottenTasks = async (
  query: LedgerQuery,
  { olderThanMs, limit }: { olderThanMs: number; limit: number },
): Promise<HandedTask[]> => {
  const { rows } = await sql<HandedTask>`
    UPDATE tasks SET handed_at = now()
    WHERE id IN (
      SELECT id FROM tasks
      WHERE state = 'queued' AND handed_at < now() - ${olderThanMs} * interval '1 millisecond'
      ORDER BY handed_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )
    RETURNING ${HANDED}`.execute(query)
  return rows
}

/**
 * Tasks that count as run by this process and are not: the answer to their start was lost with a
 * connection, so nobody began.
 */
export const takeLostTasks = async (
  query: LedgerQuery,
  {
    processId,
    running,
    olderThanMs,
    limit,
  }: { processId: number; running: readonly bigint[]; olderThanMs: number; limit: number },
): Promise<HandedTask[]> => {
  const { rows } = await sql<HandedTask>`
    UPDATE tasks SET state = 'queued', handovers = handovers + 1, handed_at = now()
    WHERE id IN (
      SELECT id FROM tasks
      WHERE state = 'running' AND process_id = ${processId} AND id <> ALL(${running}::bigint[])
        AND handed_at < now() - ${olderThanMs} * interval '1 millisecond'
      ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )
    RETURNING ${HANDED}`.execute(query)
  return rows
}

/** When the next task that waits for its time is due. */
export const nextDueAt = async (query: LedgerQuery): Promise<Date | undefined> => {
  const { rows } = await sql<{ run_at: Date }>`
    SELECT run_at FROM tasks WHERE state = 'ready' ORDER BY run_at LIMIT 1`.execute(query)
  return rows[0]?.run_at
}

/** Starts a task, if this hand-over is still the one that counts. */
export const startTask = (
  query: LedgerQuery,
  { id, handovers }: HandOver,
  processId: number,
): Promise<TaskRow | undefined> =>
  query
    .updateTable('tasks')
    .set((row) => ({ state: 'running', tries: row('tries', '+', 1), process_id: processId }))
    .where('id', '=', id)
    .where('handovers', '=', handovers)
    .where('state', '=', 'queued')
    .returningAll()
    .executeTakeFirst()

/** Gives a task back that was handed over and not started; it does not count as tried. */
export const putBackTask = async (
  query: LedgerQuery,
  { id, handovers }: HandOver,
  runAt: Date,
): Promise<void> => {
  await query
    .updateTable('tasks')
    .set({ state: 'ready', run_at: runAt })
    .where('id', '=', id)
    .where('handovers', '=', handovers)
    .where('state', '=', 'queued')
    .execute()
}

export type TaskEnd =
  | { state: 'done' | 'dead'; endedAt: Date; lastError?: string }
  | { state: 'ready'; runAt: Date; lastError: string }

/** Ends a try of a task, unless another hand-over has taken the task since. */
export const endTask = async (
  query: LedgerQuery,
  { id, handovers }: HandOver,
  end: TaskEnd,
): Promise<void> => {
  await query
    .updateTable('tasks')
    .set({
      state: end.state,
      last_error: end.lastError ?? null,
      ...(end.state === 'ready' ? { run_at: end.runAt } : { ended_at: end.endedAt }),
    })
    .where('id', '=', id)
    .where('handovers', '=', handovers)
    .where('state', '=', 'running')
    .execute()
}
