import { type RawBuilder, sql } from 'kysely'
import type { DbQuery } from './db.ts'
import type { TaskRow } from './outbox.ts'
import { dueTasks, type Taking } from './task-rooms.ts'

/** One claim of one task. */
export type Claim = Pick<TaskRow, 'id' | 'claims'>

type ClaimedTask = Pick<TaskRow, 'id' | 'claims' | 'kind' | 'needs' | 'store_id'>

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
      FROM allowed WHERE tasks.id = allowed.id RETURNING tasks.*
    ) SELECT id, claims, kind, needs, store_id FROM taken ORDER BY run_at, id`.execute(query)
  return rows
}

/** Lets tasks be claimed anew that nobody is at. `as`: what else becomes of them. */
const release = async (
  query: DbQuery,
  as: RawBuilder<unknown>,
  which: RawBuilder<unknown>,
): Promise<number> => {
  const { numAffectedRows } = await sql`
    UPDATE tasks SET state = 'ready', ${as}
    WHERE id IN (
      SELECT id FROM tasks WHERE state IN ('queued', 'running') AND (${which})
      ORDER BY id FOR UPDATE SKIP LOCKED
    )`.execute(query)
  return Number(numAffectedRows)
}

const dueAt = (now: Date) => sql`run_at = LEAST(run_at, ${now})`
const UNTRIED = sql`tries = tries - CASE state WHEN 'running' THEN 1 ELSE 0 END`

/** Releases what processes had in hand that are gone. */
export const releaseTasksOf = (
  query: DbQuery,
  { processes, now }: { processes: readonly number[]; now: Date },
): Promise<number> => release(query, dueAt(now), sql`process_id = ANY (${processes}::bigint[])`)

/**
 * Gives back what this process has begun and does not come to the end of; that does not count as
 * tried. Whatever it still writes of their ends counts no more. Returns how many there were.
 */
export const handBackTasks = (
  query: DbQuery,
  { processId, runAt }: { processId: number; runAt: Date },
): Promise<number> =>
  release(
    query,
    sql`run_at = ${runAt}, ${UNTRIED}`,
    sql`process_id = ${processId} AND state = 'running'`,
  )

/** What has been in hand for so long is looked after. */
const LOST_AFTER_MS = 10_000

/**
 * Releases what was lost: tasks that the job queue has not started for long, and those that have long
 * counted as run by this process without being so: the answer to their start was lost with a connection.
 * The former are claimed once more under the same claim, so that a queue which has their job still
 * does not get another one.
 */
export const releaseLostTasks = (
  query: DbQuery,
  {
    processId,
    running,
    now,
    queuedForMs = LOST_AFTER_MS,
  }: { processId: number; running: Iterable<bigint>; now: Date; queuedForMs?: number },
): Promise<number> => {
  const mostMs = sql`CASE WHEN state = 'queued' THEN ${queuedForMs}::int
    WHEN process_id = ${processId} AND id <> ALL (${[...running]}::bigint[]) THEN ${LOST_AFTER_MS}::int END`
  return release(
    query,
    sql`${dueAt(now)}, claims = claims - CASE state WHEN 'queued' THEN 1 ELSE 0 END`,
    sql`handed_at < now() - ${mostMs} * interval '1 millisecond'`,
  )
}

/** Starts a task, if nobody has since it was handed to the job queue. */
export const startTask = (
  query: DbQuery,
  { id }: Pick<TaskRow, 'id'>,
  processId: number,
): Promise<TaskRow | undefined> =>
  query
    .updateTable('tasks')
    .set((row) => ({
      state: 'running',
      tries: row('tries', '+', 1),
      handed_at: sql<Date>`now()`,
      process_id: processId,
    }))
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .returningAll()
    .executeTakeFirst()

/**
 * Gives back tasks that were claimed and not tried, as they were before: they are due again, and those
 * that a person wants tried still pass their circuit.
 */
export const putBackTasks = async (query: DbQuery, claimed: readonly Claim[]): Promise<void> => {
  await sql`
    UPDATE tasks SET state = 'ready', ${UNTRIED}
    FROM unnest(${claimed.map(({ id }) => String(id))}::bigint[],
      ${claimed.map(({ claims }) => claims)}::int[]) AS claimed (id, claims)
    WHERE tasks.id = claimed.id AND tasks.claims = claimed.claims AND state IN ('queued', 'running')
  `.execute(query)
}

/** Whether any task was handed to the job queue that nobody has begun. */
export const isAnyTaskQueued = async (query: DbQuery): Promise<boolean> => {
  const queued = query.selectFrom('tasks').select('id').where('state', '=', sql.lit('queued'))
  return (await queued.limit(1).executeTakeFirst()) !== undefined
}
