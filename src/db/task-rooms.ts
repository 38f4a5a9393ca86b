import { sql } from 'kysely'
import type { DbQuery } from './db.ts'

/** Whether tasks are meant that are claimed and ended by sets, or those that go one by one. */
export interface Way {
  bySets: boolean
}

/** Written out, so that the planner knows that the indexes fit. */
const goingThe = ({ bySets }: Way) => sql.raw(bySets ? 'tasks.by_sets' : 'NOT tasks.by_sets')

/** Names the circuit of a row by what it needs, as `circuitName` does; `stores` is joined. */
export const circuitOf = (rows: 'groups' | 'tasks') => {
  const table = sql.raw(rows)
  return sql`CASE ${table}.needs
    WHEN 'shop' THEN 'shop:' || ${table}.store_id
    WHEN 'gateway' THEN 'gateway:' || COALESCE(stores.gateway_account, ${table}.store_id) END`
}

/** The stores that have tasks which wait, by whom these need, each with its circuit where that is not closed. */
const groups = (way: Way) => sql`
  groups AS (
    (SELECT needs, store_id FROM tasks WHERE state = 'ready' AND ${goingThe(way)}
      ORDER BY needs, store_id LIMIT 1)
    UNION ALL
    SELECT following.needs, following.store_id FROM groups CROSS JOIN LATERAL (
      SELECT needs, store_id FROM tasks
      WHERE state = 'ready' AND ${goingThe(way)}
        AND (needs, store_id) > (groups.needs, groups.store_id)
      ORDER BY needs, store_id LIMIT 1
    ) following
  ), held AS MATERIALIZED (
    SELECT groups.needs, groups.store_id, circuits.name AS circuit, circuits.open_until,
      circuits.paused_at IS NOT NULL AS is_paused, (
        SELECT run_at FROM tasks
        WHERE state = 'ready' AND ${goingThe(way)}
          AND tasks.needs = groups.needs AND tasks.store_id = groups.store_id
        ORDER BY run_at LIMIT 1
      ) AS first_run_at
    FROM groups LEFT JOIN stores ON stores.id = groups.store_id
    LEFT JOIN circuits ON circuits.name = ${circuitOf('groups')}
  )`

export interface Taking extends Way {
  now: Date
  /** How many tasks of one store, of those that need the same, may be claimed and not ended. */
  roomPerStore: number
  limit: number
}

/**
 * The room that each store has: none while its circuit is open or paused, and room for one task
 * together where that was open, which shows whether it works again. A shop that refuses access has room
 * for one as well, and so has one that is told what waited meanwhile: it hears things in the order in
 * which they happened. What needs the same of a store is of one group, also where it goes another way.
 */
const rooms = ({ now, roomPerStore, ...way }: Omit<Taking, 'limit'>) => {
  const room = sql.lit(roomPerStore)
  return sql`
  ${groups(way)}, turns AS MATERIALIZED (
    SELECT held.*, COALESCE(is_paused OR open_until > ${now}, false) AS is_open,
      open_until IS NOT NULL AND ${sql.lit(way.bySets)} AS is_probed,
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
          SELECT FROM tasks WHERE state IN ('queued', 'running') AND ${goingThe(way)}
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
 * `WITH RECURSIVE ${dueTasks(…)}` has the table `due` of the tasks that are to be taken now, each held
 * against others: of each store those that were due first, as many as of every other store, so that the
 * many of one do not stand before the few of another. What a person wants tried is taken whether there
 * is room or not. Whether a store can be reached again is tried with what was due first, or with an earlier
 * notification of its order that did not reach it, due or not: it hears of each order in its order. Of a
 * store that hears things in their order only the oldest is taken, and nothing while another process takes
 * that one, or it goes another way. `and`: what else has to hold for a task.
 */
export const dueTasks = (taking: Taking, and = sql``) => {
  const { now } = taking
  const limit = sql.lit(taking.limit)
  const columns = sql.raw('id, kind, needs, store_id, run_at, passes_circuit')
  const isDue = sql`state = 'ready' AND ${goingThe(taking)} AND run_at <= ${now} ${and}`
  return sql`
  ${rooms(taking)}, due AS (
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
      WHERE state = 'ready' AND ${goingThe(taking)} AND id = (
        SELECT COALESCE((
          SELECT min(id) FROM tasks earlier
          WHERE earlier.order_id = first.order_id AND by_sets AND state = 'ready' AND out_of_reach
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
 * Milliseconds until the next task is due: until its time comes, or until its circuit may be tried again.
 * Less than none: it has been due for so long, and there is no room for it. `undefined` when nothing
 * waits but for a paused store.
 */
export const nextDueInMs = async (
  query: DbQuery,
  { now, ...way }: Way & { now: Date },
): Promise<number | undefined> => {
  const { rows } = await sql<{ ms: number | null }>`
    WITH RECURSIVE ${groups(way)}
    SELECT (extract(epoch FROM min(GREATEST(first_run_at, open_until)) - ${now}::timestamptz)
      * 1000)::float8 AS ms
    FROM held WHERE NOT is_paused`.execute(query)
  return rows[0]?.ms ?? undefined
}
