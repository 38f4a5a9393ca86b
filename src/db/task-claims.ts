import { sql } from 'kysely'
import type { StoreId } from '../domain/ids.ts'
import type { DbQuery } from './db.ts'
import type { TaskRow } from './outbox.ts'
import type { TaskNeeds } from './tables/tasks.ts'
import { dueTasks, type Taking } from './task-rooms.ts'

/** What the job queue is given for a task: the same task claimed again is another job. */
export interface ClaimedTask {
  id: bigint
  claims: number
  kind: string
  needs: TaskNeeds
  store_id: StoreId
  passes_circuit: boolean
}

/** One claim of one task. */
export type Claim = Pick<ClaimedTask, 'id' | 'claims'>

const HANDED = sql.raw('tasks.id, claims, kind, needs, store_id, passes_circuit')

/**
 * Takes tasks that are due and go one by one, for a claim to the job queue by the process `processId`: of
 * each kind no more than `atOncePerStore` says are in hand for a store at a time; of one that it does not
 * know, one. Returns them in the order in which they are to be done.
 */
export const takeDueTasks = async (
  query: DbQuery,
  {
    processId,
    atOncePerStore,
    ...taking
  }: Omit<Taking, 'bySets'> & {
    processId: number
    atOncePerStore: Readonly<Record<string, number>>
  },
): Promise<ClaimedTask[]> => {
  const { rows } = await sql<ClaimedTask>`
    WITH RECURSIVE ${dueTasks({ ...taking, bySets: false })}, numbered AS (
      SELECT *, row_number() OVER (PARTITION BY needs, store_id, kind ORDER BY run_at, id) AS nth
      FROM due
    ), allowed AS (
      SELECT id FROM numbered WHERE passes_circuit
        OR nth <= COALESCE((${JSON.stringify(atOncePerStore)}::json ->> kind)::int, 1) - (
          SELECT count(*) FROM tasks
          WHERE state IN ('queued', 'running') AND NOT by_sets AND tasks.needs = numbered.needs
            AND tasks.store_id = numbered.store_id AND tasks.kind = numbered.kind)
    ), taken AS (
      UPDATE tasks SET state = 'queued', claims = claims + 1, handed_at = now(), process_id = ${processId}
      FROM allowed WHERE tasks.id = allowed.id RETURNING ${HANDED}, run_at
    ) SELECT ${HANDED} FROM taken AS tasks ORDER BY run_at, id`.execute(query)
  return rows
}

/**
 * Tasks that the job queue has had for long without starting them. They are offered again under
 * the same job id: a queue that still has the job ignores it, one that lost it takes it.
 */
export const takeForgottenTasks = async (
  query: DbQuery,
  { olderThanMs, limit }: { olderThanMs: number; limit: number },
): Promise<ClaimedTask[]> => {
  const { rows } = await sql<ClaimedTask>`
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
 * Lets tasks be claimed anew that nobody is at: those of the processes `gone`, and those that count as
 * run by this process, for long, and are not: the answer to their start was lost with a connection.
 * Returns how many there were.
 */
export const releaseOrphanedTasks = async (
  query: DbQuery,
  {
    now,
    gone,
    processId,
    running,
    olderThanMs,
  }: {
    now: Date
    gone: readonly number[]
    processId: number
    running: readonly bigint[]
    olderThanMs: number
  },
): Promise<number> => {
  const { numAffectedRows } = await sql`
    UPDATE tasks SET state = 'ready', run_at = LEAST(run_at, ${now})
    WHERE id IN (
      SELECT id FROM tasks
      WHERE state IN ('queued', 'running') AND (process_id = ANY (${gone}::bigint[])
        OR (state = 'running' AND process_id = ${processId} AND id <> ALL (${running}::bigint[])
          AND handed_at < now() - ${olderThanMs} * interval '1 millisecond'))
      ORDER BY id FOR UPDATE SKIP LOCKED
    )`.execute(query)
  return Number(numAffectedRows)
}

/** Starts a task, if this claim is still the one that counts. */
export const startTask = (
  query: DbQuery,
  { id, claims }: Claim,
  processId: number,
): Promise<TaskRow | undefined> =>
  query
    .updateTable('tasks')
    .set((row) => ({
      state: 'running',
      tries: row('tries', '+', 1),
      process_id: processId,
      passes_circuit: false,
    }))
    .where('id', '=', id)
    .where('claims', '=', claims)
    .where('state', '=', 'queued')
    .returningAll()
    .executeTakeFirst()

/** A claim of a task that came to nothing; `passes_circuit`: a person wants it tried. */
export interface UntriedTask extends Claim {
  passes_circuit?: boolean
}

/**
 * Gives back tasks that were claimed and not tried, as they were before: they are due again, and those
 * that a person wants tried still pass their circuit.
 */
export const putBackTasks = async (
  query: DbQuery,
  claimed: readonly UntriedTask[],
): Promise<void> => {
  await sql`
    UPDATE tasks SET state = 'ready',
      tries = tries - CASE state WHEN 'running' THEN 1 ELSE 0 END,
      passes_circuit = tasks.passes_circuit OR claimed.passes_circuit
    FROM unnest(${claimed.map(({ id }) => String(id))}::bigint[],
      ${claimed.map(({ claims }) => claims)}::int[],
      ${claimed.map(({ passes_circuit = false }) => passes_circuit)}::boolean[])
      AS claimed (id, claims, passes_circuit)
    WHERE tasks.id = claimed.id AND tasks.claims = claimed.claims AND state IN ('queued', 'running')
  `.execute(query)
}

/**
 * Gives back what this process has begun and does not come to the end of; that does not count as
 * tried. Whatever it still writes of their ends counts no more. Returns how many there were.
 */
export const handBackTasks = async (
  query: DbQuery,
  { processId, runAt }: { processId: number; runAt: Date },
): Promise<number> => {
  const { numUpdatedRows } = await query
    .updateTable('tasks')
    .set((row) => ({ state: 'ready', run_at: runAt, tries: row('tries', '-', 1) }))
    .where('process_id', '=', processId)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Whom those tasks need that were handed to the job queue, and that nobody has begun. */
export const needsOfQueuedTasks = async (query: DbQuery): Promise<TaskNeeds[]> => {
  const queued = query.selectFrom('tasks').select('needs').where('state', '=', sql.lit('queued'))
  return (await queued.distinct().execute()).map(({ needs }) => needs)
}
