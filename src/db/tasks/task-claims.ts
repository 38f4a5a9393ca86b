import { type RawBuilder, sql } from 'kysely'
import type { DbQuery } from '../db.ts'
import type { TaskRow } from './outbox.ts'
import { type ClaimRequest, dueTasks } from './task-rooms.ts'

export type Claim = Pick<TaskRow, 'id' | 'claims'>

type ClaimedTask = Pick<TaskRow, 'id' | 'claims' | 'kind' | 'needs' | 'store_id' | 'traceparent'>

/**
 * Picks one notification per order and endpoint: one that an operator forces, else the oldest. The
 * first condition spares other tasks the lookup.
 */
const andIsNextOfEndpoint = (now: Date) => sql`AND (needs NOT LIKE 'endpoint:%' OR NOT EXISTS (
  SELECT FROM tasks other WHERE other.order_id = tasks.order_id AND other.needs = tasks.needs
    AND (other.state IN ('queued', 'running')
      OR (other.state = 'ready' AND other.run_at <= ${now}
        AND (NOT other.passes_circuit, other.id) < (NOT tasks.passes_circuit, tasks.id)))))`

/**
 * Claims at most `concurrencyPerStore` in flight per store, dependency and kind, one for unknown
 * kinds. Returns them in execution order.
 */
export const claimDueTasks = async (
  query: DbQuery,
  {
    processId,
    concurrencyPerStore,
    ...request
  }: Omit<ClaimRequest, 'inBatches'> & {
    processId: number
    concurrencyPerStore: Readonly<Record<string, number>>
  },
): Promise<ClaimedTask[]> => {
  const { rows } = await sql<ClaimedTask>`
    WITH RECURSIVE ${dueTasks({ ...request, inBatches: false }, andIsNextOfEndpoint(request.now))}, numbered AS (
      SELECT *, row_number() OVER (PARTITION BY needs, store_id, kind ORDER BY run_at, id) AS nth
      FROM due
    ), allowed AS (
      SELECT id FROM numbered WHERE passes_circuit
        OR nth <= COALESCE((${JSON.stringify(concurrencyPerStore)}::json ->> kind)::int, 1) - (
          SELECT count(*) FROM tasks
          WHERE state IN ('queued', 'running') AND NOT by_sets AND tasks.needs = numbered.needs
            AND tasks.store_id = numbered.store_id AND tasks.kind = numbered.kind)
    ), taken AS (
      UPDATE tasks SET state = 'queued', claims = claims + 1, handed_at = now(), process_id = ${processId}
      FROM allowed WHERE tasks.id = allowed.id RETURNING tasks.*
    ) SELECT id, claims, kind, needs, store_id, traceparent FROM taken ORDER BY run_at, id`.execute(
    query,
  )
  return rows
}

/** Makes abandoned tasks ready. `as`: further assignments. */
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

export const releaseTasksOf = (
  query: DbQuery,
  { processes, now }: { processes: readonly number[]; now: Date },
): Promise<number> => release(query, dueAt(now), sql`process_id = ANY (${processes}::bigint[])`)

/**
 * Runs at shutdown, without counting the try; later writes about them are no-ops. Returns their
 * number.
 */
export const releaseRunningTasks = (
  query: DbQuery,
  { processId, runAt }: { processId: number; runAt: Date },
): Promise<number> =>
  release(
    query,
    sql`run_at = ${runAt}, ${UNTRIED}`,
    sql`process_id = ${processId} AND state = 'running'`,
  )

/** Minimum time in flight of a lost task. */
const LOST_AFTER_MS = 10_000

/**
 * Releases lost tasks: the job queue never started them, or they count as running in this process,
 * which never got the response to their start. A queued task keeps its claim number, so a queue
 * that still has the job dedupes it.
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

/** Returns `undefined` after a lost race. */
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

/** Untried tasks become due again, and still pass their circuit if an operator forced them. */
export const unclaimTasks = async (query: DbQuery, claimed: readonly Claim[]): Promise<void> => {
  await sql`
    UPDATE tasks SET state = 'ready', ${UNTRIED}
    FROM unnest(${claimed.map(({ id }) => String(id))}::bigint[],
      ${claimed.map(({ claims }) => claims)}::int[]) AS claimed (id, claims)
    WHERE tasks.id = claimed.id AND tasks.claims = claimed.claims AND state IN ('queued', 'running')
  `.execute(query)
}

/** A started task waits until `runAt`, without counting the try. */
export const postponeTask = async (
  query: DbQuery,
  { id, claims }: Claim,
  runAt: Date,
): Promise<void> => {
  await sql`
    UPDATE tasks SET state = 'ready', run_at = ${runAt}, ${UNTRIED}
    WHERE id = ${id} AND claims = ${claims} AND state = 'running'`.execute(query)
}

export const isAnyTaskQueued = async (query: DbQuery): Promise<boolean> => {
  const queued = query.selectFrom('tasks').select('id').where('state', '=', sql.lit('queued'))
  return (await queued.limit(1).executeTakeFirst()) !== undefined
}
