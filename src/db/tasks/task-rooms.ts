import { sql } from 'kysely'
import type { DbQuery } from '../db.ts'

/** How a worker claims tasks: in batches, or one by one through the job queue. */
export interface TaskPath {
  inBatches: boolean
}

/** A literal, so the planner can match partial indexes. */
const onPath = ({ inBatches }: TaskPath) =>
  sql.raw(inBatches ? 'tasks.by_sets' : 'NOT tasks.by_sets')

/** Mirrors `circuitName`; requires a join with `stores`. No circuit has the name `db`. */
export const circuitOf = (rows: 'groups' | 'tasks') => {
  const table = sql.raw(rows)
  return sql`CASE ${table}.needs
    WHEN 'shop' THEN 'shop:' || ${table}.store_id
    WHEN 'gateway' THEN 'gateway:' || COALESCE(stores.gateway_account, ${table}.store_id)
    ELSE ${table}.needs END`
}

/**
 * Defines `groups`, the stores and dependencies with waiting tasks (loose index scan), and `held`,
 * with the first due time and the circuit, unless closed.
 */
const groups = (way: TaskPath) => sql`
  groups AS (
    (SELECT needs, store_id FROM tasks WHERE state = 'ready' AND ${onPath(way)}
      ORDER BY needs, store_id LIMIT 1)
    UNION ALL
    SELECT following.needs, following.store_id FROM groups CROSS JOIN LATERAL (
      SELECT needs, store_id FROM tasks
      WHERE state = 'ready' AND ${onPath(way)}
        AND (needs, store_id) > (groups.needs, groups.store_id)
      ORDER BY needs, store_id LIMIT 1
    ) following
  ), held AS MATERIALIZED (
    SELECT groups.needs, groups.store_id, circuits.name AS circuit, circuits.open_until,
      circuits.paused_at IS NOT NULL AS is_paused, (
        SELECT run_at FROM tasks
        WHERE state = 'ready' AND ${onPath(way)}
          AND tasks.needs = groups.needs AND tasks.store_id = groups.store_id
        ORDER BY run_at LIMIT 1
      ) AS first_run_at
    FROM groups LEFT JOIN stores ON stores.id = groups.store_id
    LEFT JOIN circuits ON circuits.name = ${circuitOf('groups')}
  )`

export interface ClaimRequest extends TaskPath {
  now: Date
  /** Upper bound on claimed tasks per store and dependency. */
  roomPerStore: number
  limit: number
}

/**
 * Capacity per store and dependency:
 *
 * - none behind an open or paused circuit
 * - one per half-open circuit, the probe
 * - one for a storefront that refuses access, or that catches up in order after an outage
 * - otherwise up to `roomPerStore`
 *
 * For a limit of one, batched and queued tasks count together.
 */
const rooms = ({ now, roomPerStore, ...way }: Omit<ClaimRequest, 'limit'>) => {
  const room = sql.lit(roomPerStore)
  return sql`
  ${groups(way)}, turns AS MATERIALIZED (
    SELECT held.*, COALESCE(is_paused OR open_until > ${now}, false) AS is_open,
      open_until IS NOT NULL AND (${sql.lit(way.inBatches)} OR needs LIKE 'endpoint:%') AS is_probed,
      needs = 'shop' AND (EXISTS (
        SELECT FROM tasks WHERE in_turn AND state IN ('ready', 'queued', 'running')
          AND tasks.store_id = held.store_id
      ) OR EXISTS (
        SELECT FROM alerts WHERE kind = 'store_access_refused' AND closed_at IS NULL
          AND alerts.store_id = held.store_id
      )) AS in_turn
    FROM held WHERE first_run_at <= ${now}
  ), rooms AS (
    SELECT needs, store_id, in_turn, is_probed AND NOT in_turn AS is_probed, CASE
      WHEN is_open THEN 0
      WHEN in_turn AND EXISTS (
        SELECT FROM tasks WHERE state IN ('queued', 'running') AND by_sets = ANY ('{true,false}')
          AND tasks.needs = turns.needs AND tasks.store_id = turns.store_id
      ) THEN 0
      WHEN open_until IS NULL THEN CASE WHEN in_turn THEN 1 ELSE ${room} - (
        SELECT count(*) FROM (
          SELECT FROM tasks WHERE state IN ('queued', 'running') AND ${onPath(way)}
            AND tasks.needs = turns.needs AND tasks.store_id = turns.store_id
          LIMIT ${room}
        ) in_hand) END
      WHEN row_number() OVER (PARTITION BY circuit ORDER BY first_run_at, store_id) > 1 THEN 0
      WHEN EXISTS (
        SELECT FROM tasks LEFT JOIN stores ON stores.id = tasks.store_id
        WHERE state IN ('queued', 'running') AND tasks.needs = turns.needs
          AND ${circuitOf('tasks')} = turns.circuit
      ) THEN 0 ELSE 1 END AS room
    FROM turns
  )`
}

/**
 * Defines `due` for `WITH RECURSIVE ${dueTasks(…)}`: tasks to claim now, locked.
 *
 * - Fair over stores: equal shares, due first, so a backlog of one does not delay another.
 * - A task that an operator forces needs no capacity.
 * - The probe is the task due first, or an earlier undelivered notification of its order, due or
 *   not, because an order's notifications stay in order.
 * - A storefront that catches up gets its oldest task only, and none while any process has another,
 *   batched or queued.
 *
 * `and`: further condition.
 */
export const dueTasks = (request: ClaimRequest, and = sql``) => {
  const { now } = request
  const limit = sql.lit(request.limit)
  const columns = sql.raw('id, kind, needs, store_id, run_at, passes_circuit')
  const isDue = sql`state = 'ready' AND ${onPath(request)} AND run_at <= ${now} ${and}`
  return sql`
  ${rooms(request)}, due AS (
    (SELECT * FROM (
      SELECT ${columns} FROM tasks WHERE passes_circuit AND ${isDue}
      ORDER BY run_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ) wanted)
    UNION
    (SELECT next.* FROM rooms CROSS JOIN LATERAL (
      SELECT ${columns} FROM tasks
      WHERE tasks.needs = rooms.needs AND tasks.store_id = rooms.store_id AND ${isDue}
      ORDER BY run_at, id LIMIT LEAST(rooms.room,
        (SELECT ceil(${limit} / GREATEST(count(*), 1)::numeric) FROM rooms WHERE room > 0))
      FOR UPDATE SKIP LOCKED
    ) next WHERE NOT rooms.in_turn AND NOT rooms.is_probed AND rooms.room > 0
      ORDER BY next.run_at, next.id LIMIT ${limit})
    UNION
    (SELECT probe.* FROM rooms CROSS JOIN LATERAL (
      SELECT ${columns} FROM tasks
      WHERE state = 'ready' AND ${onPath(request)} AND id = (
        SELECT COALESCE((
          SELECT min(id) FROM tasks earlier
          WHERE earlier.order_id = first.order_id AND earlier.needs = rooms.needs
            AND by_sets = ${sql.lit(request.inBatches)} AND state = 'ready' AND out_of_reach
            AND earlier.id < first.id
        ), first.id) FROM (
          SELECT id, order_id FROM tasks
          WHERE tasks.needs = rooms.needs AND tasks.store_id = rooms.store_id AND ${isDue}
          ORDER BY run_at, id LIMIT 1
        ) first
      ) FOR UPDATE SKIP LOCKED
    ) probe WHERE rooms.is_probed AND rooms.room > 0 LIMIT ${limit})
    UNION
    (SELECT oldest.* FROM rooms CROSS JOIN LATERAL (
      SELECT ${columns} FROM tasks
      WHERE ${isDue} AND id = (
        SELECT id FROM tasks
        WHERE state = 'ready' AND by_sets = ANY ('{true,false}')
          AND tasks.needs = rooms.needs AND tasks.store_id = rooms.store_id AND run_at <= ${now}
        ORDER BY created_at, id LIMIT 1
      ) FOR UPDATE SKIP LOCKED
    ) oldest WHERE rooms.in_turn AND rooms.room > 0 LIMIT ${limit})
  )`
}

/**
 * Returns milliseconds until a task is due or its circuit can be probed. Negative: overdue, without
 * capacity. `undefined`: none waits, or only behind paused circuits.
 */
export const nextDueInMs = async (
  query: DbQuery,
  { now, ...way }: TaskPath & { now: Date },
): Promise<number | undefined> => {
  const { rows } = await sql<{ ms: number | null }>`
    WITH RECURSIVE ${groups(way)}
    SELECT (extract(epoch FROM min(GREATEST(first_run_at, open_until)) - ${now}::timestamptz)
      * 1000)::float8 AS ms
    FROM held WHERE NOT is_paused`.execute(query)
  return rows[0]?.ms ?? undefined
}
