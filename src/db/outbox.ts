import { type Selectable, sql } from 'kysely'
import type { OrderId, StoreId } from '../domain/ids.ts'
import { addMs } from '../runtime/clock.ts'
import type { Retry } from '../runtime/failure.ts'
import type { DbQuery } from './db.ts'
import { rowsToInsert } from './rows.ts'
import type { TaskNeeds } from './tables/tasks.ts'
import type { DbTables } from './tables.ts'

export type TaskRow = Selectable<DbTables['tasks']>

export interface NewTask {
  kind: string
  needs: TaskNeeds
  storeId: StoreId
  orderId?: OrderId | undefined
  /** A second task with the same key is not made; one that notifies a shop, not even after it was trimmed. */
  uniqueKey?: string | undefined
  /**
   * It is not written while a task with the same key waits that is due no later; `patiently`: nor while
   * one waits that comes later.
   */
  unlessWaiting?: { key: string; patiently: boolean }
  payload: Record<string, unknown>
  runAt: Date
  now: Date
}

/** Writes what must follow, in the transaction that makes it necessary. */
export const addTask = (query: DbQuery, task: NewTask): Promise<void> => addTasks(query, [task])

/** The same of several tasks. */
export const addTasks = async (query: DbQuery, tasks: readonly NewTask[]): Promise<void> => {
  if (tasks.length === 0) return
  const { rows: added } = await sql<AddedTask>`
    ${rowsToInsert('tasks', TASK_COLUMNS, tasks.map(taskRow))} ${unlessWaiting(tasks)}
    ON CONFLICT (unique_key) DO NOTHING RETURNING id, needs, unique_key`.execute(query)
  await dropSpentTasks(query, added)
}

/** A task as it is inserted. */
export const taskRow = (task: NewTask) => ({
  kind: task.kind,
  needs: task.needs,
  store_id: task.storeId,
  order_id: task.orderId ?? null,
  unique_key: task.uniqueKey ?? null,
  waiting_key: task.unlessWaiting?.key ?? null,
  payload: JSON.stringify(task.payload),
  run_at: task.runAt,
  created_at: task.now,
})

export interface AddedTask {
  id: bigint
  needs: TaskNeeds
  unique_key: string | null
}

/**
 * Takes away again, of tasks that were just inserted, what a shop was notified of before. Looked for
 * afterwards: by then a trimming that took the row out of our way has written its key.
 */
export const dropSpentTasks = async (
  query: DbQuery,
  added: readonly AddedTask[],
): Promise<void> => {
  const toNotify = added.filter(({ needs, unique_key }) => needs === 'shop' && unique_key !== null)
  if (toNotify.length === 0) return
  await sql`
    DELETE FROM tasks USING unnest(${toNotify.map(({ id }) => String(id))}::bigint[],
      ${toNotify.map(({ unique_key }) => unique_key)}::text[]) AS added (id, unique_key)
    WHERE tasks.id = added.id AND EXISTS (SELECT FROM spent_task_keys
      WHERE digest = sha256(convert_to(added.unique_key, 'UTF8')))`.execute(query)
}

/** Leaves out of the tasks that are inserted what waits already. */
const unlessWaiting = (tasks: readonly NewTask[]) => {
  const keys = tasks.flatMap((task) => task.unlessWaiting ?? [])
  if (keys.length === 0) return sql``
  const patient = keys.filter(({ patiently }) => patiently).map(({ key }) => key)
  return sql`AS added WHERE NOT EXISTS (
    SELECT FROM tasks WHERE tasks.waiting_key = added.waiting_key AND state IN ('ready', 'queued')
      AND (tasks.run_at <= added.run_at OR added.waiting_key = ANY (${patient}::text[])))`
}

export const TASK_COLUMNS = [
  ...(['kind', 'needs', 'store_id', 'order_id', 'unique_key'] as const),
  ...(['waiting_key', 'payload', 'run_at', 'created_at'] as const),
]

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

const HANDED = sql.raw('id, claims, kind, needs, store_id, passes_circuit')

/** The name of the circuit of a row that says whom it needs, as `circuitName` makes it. */
const circuitOf = (rows: 'groups' | 'tasks') => {
  const table = sql.raw(rows)
  return sql`CASE ${table}.needs
    WHEN 'shop' THEN 'shop:' || ${table}.store_id
    WHEN 'gateway' THEN 'gateway:' || COALESCE(stores.gateway_account, ${table}.store_id) END`
}

/**
 * Tasks by whom they need and by store, with the room that each such group has: so many of its tasks
 * may be in the hands of the job queue at a time. A group whose circuit is open or paused has none,
 * and those of one whose circuit was open have room for one task together, which shows whether it works
 * again. A shop that refuses access has room for one as well, and so has one that is told what waited
 * meanwhile: it hears things in the order in which they happened.
 */
const groupsWithRoom = ({ now, roomPerGroup }: { now: Date; roomPerGroup: number }) => sql`
  groups AS (
    (SELECT needs, store_id FROM tasks WHERE state = 'ready' ORDER BY needs, store_id LIMIT 1)
    UNION ALL
    SELECT following.needs, following.store_id FROM groups CROSS JOIN LATERAL (
      SELECT needs, store_id FROM tasks
      WHERE state = 'ready' AND (needs, store_id) > (groups.needs, groups.store_id)
      ORDER BY needs, store_id LIMIT 1
    ) following
  ), held AS (
    SELECT groups.needs, groups.store_id, circuits.name AS circuit, circuits.open_until,
      circuits.paused_at IS NOT NULL AS is_paused,
      COALESCE(circuits.paused_at IS NOT NULL OR circuits.open_until > ${now}, false) AS is_open,
      CASE WHEN circuits.open_until <= ${now} THEN (
        SELECT run_at FROM tasks
        WHERE state = 'ready' AND tasks.needs = groups.needs AND tasks.store_id = groups.store_id
        ORDER BY run_at LIMIT 1
      ) END AS first_run_at,
      groups.needs = 'shop' AND (EXISTS (
        SELECT FROM tasks WHERE in_turn AND state IN ('ready', 'queued', 'running')
          AND tasks.store_id = groups.store_id
      ) OR EXISTS (
        SELECT FROM alerts WHERE kind = 'store_access_refused' AND closed_at IS NULL
          AND alerts.store_id = groups.store_id
      )) AS in_turn
    FROM groups LEFT JOIN stores ON stores.id = groups.store_id
    LEFT JOIN circuits ON circuits.name = ${circuitOf('groups')}
  ), rooms AS (
    SELECT needs, store_id, open_until, is_paused, in_turn, CASE
      WHEN is_open THEN 0
      WHEN open_until IS NULL THEN CASE WHEN in_turn THEN 1 ELSE ${roomPerGroup} END - (
        SELECT count(*) FROM (
          SELECT FROM tasks WHERE state IN ('queued', 'running')
            AND tasks.needs = held.needs AND tasks.store_id = held.store_id
          LIMIT ${roomPerGroup}
        ) in_hand)
      WHEN row_number() OVER (PARTITION BY circuit ORDER BY first_run_at, store_id) > 1 THEN 0
      WHEN EXISTS (
        SELECT FROM tasks LEFT JOIN stores ON stores.id = tasks.store_id
        WHERE state IN ('queued', 'running') AND tasks.needs = held.needs
          AND ${circuitOf('tasks')} = held.circuit
      ) THEN 0 ELSE 1 END AS room
    FROM held
  )`

interface Taking {
  now: Date
  /** How many tasks of one group may be claimed and not ended. */
  roomPerGroup: number
}

/**
 * Takes tasks that are due, for a claim to the job queue by the process `processId`: of each
 * group those that were due first, so that the many tasks of one store do not stand before the few
 * of another. What a person wants tried is taken whether there is room or not. Of a group that hears
 * things in their order only the oldest is taken, and nothing while another process takes that one.
 * Returns them in the order in which they are to be done.
 */
export const takeDueTasks = async (
  query: DbQuery,
  { now, processId, limit, roomPerGroup }: Taking & { processId: number; limit: number },
): Promise<ClaimedTask[]> => {
  const { rows } = await sql<ClaimedTask>`
    WITH RECURSIVE ${groupsWithRoom({ now, roomPerGroup })}, taken AS (
    UPDATE tasks SET state = 'queued', claims = claims + 1, handed_at = now(), process_id = ${processId}
    WHERE id IN (
      (SELECT id FROM (
        SELECT id FROM tasks WHERE state = 'ready' AND passes_circuit AND run_at <= ${now}
        ORDER BY run_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED
      ) wanted)
      UNION ALL
      (SELECT due.id FROM rooms CROSS JOIN LATERAL (
        SELECT id FROM tasks
        WHERE state = 'ready' AND tasks.needs = rooms.needs AND tasks.store_id = rooms.store_id
          AND run_at <= ${now}
        ORDER BY run_at, id LIMIT GREATEST(rooms.room, 0) FOR UPDATE SKIP LOCKED
      ) due WHERE NOT rooms.in_turn LIMIT ${limit})
      UNION ALL
      (SELECT oldest.id FROM rooms CROSS JOIN LATERAL (
        SELECT id FROM tasks
        WHERE state = 'ready' AND id = (
          SELECT id FROM tasks
          WHERE state = 'ready' AND tasks.needs = rooms.needs AND tasks.store_id = rooms.store_id
            AND run_at <= ${now}
          ORDER BY created_at, id LIMIT 1
        ) FOR UPDATE SKIP LOCKED
      ) oldest WHERE rooms.in_turn AND rooms.room > 0 LIMIT ${limit})
    )
    RETURNING ${HANDED}, run_at)
    SELECT ${HANDED} FROM taken ORDER BY run_at, id`.execute(query)
  return rows
}

/** Takes over the tasks of the processes `gone`. */
export const takeTasksOfGoneProcesses = async (
  query: DbQuery,
  { gone, processId, limit }: { gone: readonly number[]; processId: number; limit: number },
): Promise<ClaimedTask[]> => {
  if (gone.length === 0) return []
  const { rows } = await sql<ClaimedTask>`
    UPDATE tasks SET state = 'queued', claims = claims + 1, handed_at = now(), process_id = ${processId}
    WHERE id IN (
      SELECT id FROM tasks
      WHERE state IN ('queued', 'running') AND process_id = ANY(${gone}::bigint[])
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
 * Tasks that count as run by this process and are not: the answer to their start was lost with a
 * connection, so nobody began.
 */
export const takeLostTasks = async (
  query: DbQuery,
  {
    processId,
    running,
    olderThanMs,
    limit,
  }: { processId: number; running: readonly bigint[]; olderThanMs: number; limit: number },
): Promise<ClaimedTask[]> => {
  const { rows } = await sql<ClaimedTask>`
    UPDATE tasks SET state = 'queued', claims = claims + 1, handed_at = now()
    WHERE id IN (
      SELECT id FROM tasks
      WHERE state = 'running' AND process_id = ${processId} AND id <> ALL(${running}::bigint[])
        AND handed_at < now() - ${olderThanMs} * interval '1 millisecond'
      ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )
    RETURNING ${HANDED}`.execute(query)
  return rows
}

/**
 * When a task can be taken next: when its time comes, when its circuit may be tried again, or, for a
 * group without room, after `fullWaitMs`. `undefined` when nothing waits but for a paused group.
 */
export const nextDueAt = async (
  query: DbQuery,
  { now, roomPerGroup, fullWaitMs }: Taking & { fullWaitMs: number },
): Promise<Date | undefined> => {
  const { rows } = await sql<{ due_at: Date | null }>`
    WITH RECURSIVE ${groupsWithRoom({ now, roomPerGroup })}
    SELECT min(GREATEST(
      (SELECT run_at FROM tasks
        WHERE state = 'ready' AND tasks.needs = rooms.needs AND tasks.store_id = rooms.store_id
        ORDER BY run_at LIMIT 1),
      open_until,
      CASE WHEN room <= 0 THEN ${addMs(now, fullWaitMs)}::timestamptz END
    )) AS due_at FROM rooms WHERE NOT is_paused`.execute(query)
  return rows[0]?.due_at ?? undefined
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

/** Gives a task back that was claimed and not started; it does not count as tried. */
export const putBackTask = async (
  query: DbQuery,
  { id, claims }: Claim,
  runAt: Date,
): Promise<void> => {
  await query
    .updateTable('tasks')
    .set({ state: 'ready', run_at: runAt })
    .where('id', '=', id)
    .where('claims', '=', claims)
    .where('state', '=', 'queued')
    .execute()
}

/** The same of many, which are due as they were. */
export const putBackTasks = async (query: DbQuery, handed: readonly Claim[]): Promise<void> => {
  const ids = handed.map(({ id }) => String(id))
  const claims = handed.map((task) => task.claims)
  await sql`
    UPDATE tasks SET state = 'ready'
    FROM unnest(${ids}::bigint[], ${claims}::int[]) AS handed (id, claims)
    WHERE tasks.id = handed.id AND tasks.claims = handed.claims AND state = 'queued'
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

/**
 * Whom the tasks need that were claimed and that nobody has begun: all of them, and those that were
 * claimed so long ago, or longer.
 */
export const needsOfClaimedTasks = async (
  query: DbQuery,
  lateAfterMs: number,
): Promise<{ handed: TaskNeeds[]; late: TaskNeeds[] }> => {
  const { rows } = await sql<{ needs: TaskNeeds; is_late: boolean }>`
    SELECT needs, min(handed_at) < now() - ${lateAfterMs} * interval '1 millisecond' AS is_late
    FROM tasks WHERE state = 'queued' GROUP BY needs`.execute(query)
  const late = rows.filter(({ is_late }) => is_late)
  return { handed: rows.map(({ needs }) => needs), late: late.map(({ needs }) => needs) }
}
