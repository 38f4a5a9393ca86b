import { type RawBuilder, sql } from 'kysely'
import { addMs } from '../../runtime/clock.ts'
import { errorCode } from '../../runtime/error-code.ts'
import type { DbQuery } from '../db.ts'
import { monthOf } from './partitions.ts'

/** Pages of 8 kB: batches of a few MB. */
const PAGES_AT_ONCE = 256

/** Deletes by page ranges: short locks, one pass, no index for inserts to maintain. */
const deleteInBatches = async (
  query: DbQuery,
  table: string,
  deleteBatch: (onThesePages: RawBuilder<unknown>) => RawBuilder<{ deleted: number }>,
  run: typeof runAlone = runAlone,
): Promise<number> => {
  const { rows } = await sql<{ pages: number }>`
    SELECT (pg_relation_size(to_regclass(${table})) / current_setting('block_size')::int)::int AS pages
  `.execute(query)
  const pages = rows[0]?.pages ?? 0
  let deleted = 0
  for (let page = 0; page < pages; page += PAGES_AT_ONCE) {
    const tid = (number: number) => sql`${`(${number},0)`}::tid`
    const range = sql`ctid >= ${tid(page)} AND ctid < ${tid(page + PAGES_AT_ONCE)}`
    deleted += await run(query, deleteBatch(range))
  }
  return deleted
}

const runAlone = async (query: DbQuery, batch: RawBuilder<{ deleted: number }>): Promise<number> =>
  (await batch.execute(query)).rows[0]?.deleted ?? 0

const deleting = (statement: RawBuilder<unknown>) => sql<{ deleted: number }>`
  WITH gone AS (${statement} RETURNING 1) SELECT count(*)::int AS deleted FROM gone`

/**
 * Deletes failures too. A dead task stays while its alert is open or a replay lives. Unique keys of
 * storefront notifications stay used.
 */
export const deleteOldTasks = (
  query: DbQuery,
  { before, now }: { before: Date; now: Date },
): Promise<number> =>
  deleteInBatches(
    query,
    'tasks',
    (range) => sql<{ deleted: number }>`
    WITH gone AS (
      DELETE FROM tasks
      WHERE ${range} AND state IN ('done', 'dead') AND ended_at < ${before}
        AND NOT EXISTS (
          SELECT FROM alerts
          WHERE alerts.store_id = tasks.store_id AND kind = 'task_given_up' AND closed_at IS NULL
            AND subject = COALESCE(tasks.replay_of, tasks.id)::text
        )
        AND NOT EXISTS (
          SELECT FROM tasks replays
          WHERE replays.replay_of = tasks.id AND replays.state IN ('ready', 'queued', 'running')
        )
      RETURNING needs, unique_key
    ), spent AS (
      INSERT INTO spent_task_keys (digest, spent_at)
      SELECT sha256(convert_to(unique_key, 'UTF8')), ${now} FROM gone
      WHERE unique_key IS NOT NULL AND (needs = 'shop' OR needs LIKE 'endpoint:%')
      ON CONFLICT DO NOTHING
    )
    SELECT count(*)::int AS deleted FROM gone`,
  )

export const deleteOldDeliveryAttempts = (query: DbQuery, before: Date): Promise<number> =>
  deleteInBatches(query, 'delivery_attempts', (range) =>
    deleting(sql`DELETE FROM delivery_attempts WHERE ${range} AND at < ${before}`),
  )

export const deleteOldApiRequests = (query: DbQuery, before: Date): Promise<number> =>
  deleteInBatches(query, 'api_requests', (range) =>
    deleting(sql`DELETE FROM api_requests WHERE ${range} AND at < ${before}`),
  )

export const deleteOldKeyedRequests = (query: DbQuery, before: Date): Promise<number> =>
  deleteInBatches(query, 'keyed_requests', (range) =>
    deleting(sql`DELETE FROM keyed_requests WHERE ${range} AND begun_at < ${before}`),
  )

/** Deletes entries with their results, the only deletion that the triggers allow. */
export const deleteOldAuditEntries = (
  query: DbQuery,
  { before }: { before: Date },
): Promise<number> =>
  deleteInBatches(
    query,
    'audit_log',
    (range) => sql<{ deleted: number }>`
      WITH old AS (SELECT id FROM audit_log WHERE ${range} AND at < ${before}),
      outcomes AS (DELETE FROM audit_outcomes USING old WHERE audit_outcomes.entry_id = old.id),
      gone AS (DELETE FROM audit_log USING old WHERE audit_log.id = old.id RETURNING 1)
      SELECT count(*)::int AS deleted FROM gone`,
    (all, batch) =>
      all.transaction().execute(async (trx) => {
        await sql`SELECT set_config('puente.audit_retention', 'on', true)`.execute(trx)
        return runAlone(trx, batch)
      }),
  )

/** Deletes closed alerts, and the groups and messages of which no alert is left. */
export const deleteOldAlerts = async (
  query: DbQuery,
  { before }: { before: Date },
): Promise<number> => {
  const alerts = await deleteInBatches(query, 'alerts', (range) =>
    deleting(sql`DELETE FROM alerts WHERE ${range} AND closed_at < ${before}`),
  )
  const isLeftOver = sql`closed_at < ${before}
    AND NOT EXISTS (SELECT FROM alerts WHERE alerts.group_id = alert_groups.id)`
  await sql`
    DELETE FROM alert_messages USING alert_groups
    WHERE alert_groups.id = group_id AND ended_at IS NOT NULL AND ${isLeftOver}`.execute(query)
  await sql`
    DELETE FROM alert_groups WHERE ${isLeftOver}
      AND NOT EXISTS (SELECT FROM alert_messages WHERE group_id = alert_groups.id)`.execute(query)
  return alerts
}

/** Longer than any payment link (a year) and any manual resend. */
const SPENT_KEYS_KEPT_MS = 2 * 365 * 24 * 60 * 60_000

export const deleteOldSpentKeys = async (query: DbQuery, now: Date): Promise<void> => {
  const before = addMs(now, -SPENT_KEYS_KEPT_MS)
  await deleteInBatches(query, 'spent_task_keys', (range) =>
    deleting(sql`DELETE FROM spent_task_keys WHERE ${range} AND spent_at < ${before}`),
  )
}

/**
 * Matches messages that a dead task still needs: only a message's task has `month` and `seq` in its
 * payload.
 */
const isOfDeadTask = sql`EXISTS (
  SELECT FROM tasks
  WHERE tasks.state = 'dead'
    AND tasks.payload ->> 'month' = to_char(inbox.month, 'YYYY-MM-DD')
    AND tasks.payload ->> 'seq' = inbox.seq::text
)`

/**
 * Drops old months if all messages are handled, else deletes their handled messages. Unhandled ones
 * stay at any age.
 */
export const deleteOldEvents = async (
  query: DbQuery,
  { before }: { before: Date },
): Promise<{ deleted: number; dropped: string[] }> => {
  const dropped: string[] = []
  let deleted = 0
  for (const partition of await partitionsOf(query, 'inbox')) {
    if (partition.month !== null && partition.month > monthOf(before)) continue
    const name = `inbox${partition.suffix}`
    const isOver = partition.month !== null && partition.month < monthOf(before)
    if (isOver && (await dropPartition(query, partition, ['inbox', 'inbox_outcomes']))) {
      dropped.push(name)
      continue
    }
    deleted += await deleteInBatches(
      query,
      name,
      (range) => sql<{ deleted: number }>`
        WITH gone AS (
          DELETE FROM ${sql.table(name)} inbox WHERE ${range} AND received_at < ${before} AND EXISTS (
            SELECT FROM inbox_outcomes became
            WHERE became.month = inbox.month AND became.seq = inbox.seq
              AND NOT (outcome = 'unreadable' AND ${isOfDeadTask}))
          RETURNING month, seq
        ), outcomes AS (
          DELETE FROM inbox_outcomes USING gone
          WHERE inbox_outcomes.month = gone.month AND inbox_outcomes.seq = gone.seq
        )
        SELECT count(*)::int AS deleted FROM gone`,
    )
  }
  return { deleted, dropped }
}

/** Drops months before the month of `before`. */
export const deleteOldTimeline = async (
  query: DbQuery,
  { before }: { before: Date },
): Promise<{ deleted: number; dropped: string[] }> => {
  const dropped: string[] = []
  let deleted = 0
  for (const partition of await partitionsOf(query, 'timeline')) {
    const name = `timeline${partition.suffix}`
    if (partition.month === null) {
      const end = new Date(monthOf(before))
      deleted += await deleteInBatches(query, name, (range) =>
        deleting(sql`DELETE FROM ${sql.table(name)} WHERE ${range} AND at < ${end}`),
      )
    } else if (partition.month < monthOf(before)) {
      if (await dropPartition(query, partition, ['timeline'])) dropped.push(name)
    }
  }
  return { deleted, dropped }
}

/** Retention drops `inbox` and `inbox_outcomes` of one month together. */
type PartitionedTable = 'inbox' | 'inbox_outcomes' | 'timeline'

interface Partition {
  suffix: string
  /** First day; `null` for the default partition. */
  month: string | null
}

const partitionsOf = async (query: DbQuery, table: PartitionedTable): Promise<Partition[]> => {
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = to_regclass(${table}) ORDER BY relname`.execute(query)
  return rows.map(({ name }) => {
    const [, year, month] = /_(\d{4})_(\d{2})$/.exec(name) ?? []
    return {
      suffix: name.slice(table.length),
      month: year && month ? `${year}-${month}-01` : null,
    }
  })
}

/** Short, because writers queue behind a waiting drop. */
const LOCK_TIMEOUT_MS = 300

/**
 * Returns `false` if a row must stay or the tables are busy; the caller deletes rows, and the next
 * run retries.
 */
const dropPartition = async (
  query: DbQuery,
  { suffix, month }: Partition,
  tables: readonly PartitionedTable[],
): Promise<boolean> => {
  // Writers wait until the lock is free, so this avoids a scan of the month.
  const hasLive = async (trx: DbQuery): Promise<boolean> => {
    if (!tables.includes('inbox')) return false
    const { rows } = await sql`
      (SELECT 1 FROM inbox_waiting WHERE month = ${month} LIMIT 1)
      UNION ALL
      (SELECT 1 FROM tasks WHERE state = 'dead' AND payload ->> 'month' = ${month} LIMIT 1)`.execute(
      trx,
    )
    return rows.length > 0
  }
  const all = (names: readonly string[]) => sql.join(names.map((name) => sql.table(name)))
  try {
    // First without the lock, because rows that must stay rule out the drop.
    if (await hasLive(query)) return false
    return await query.transaction().execute(async (trx) => {
      await sql`SET LOCAL lock_timeout = ${sql.lit(`${LOCK_TIMEOUT_MS}ms`)}`.execute(trx)
      await sql`SELECT pg_advisory_xact_lock(hashtext('database partitions'))`.execute(trx)
      await sql`LOCK TABLE ${all(tables)} IN ACCESS EXCLUSIVE MODE`.execute(trx)
      if (await hasLive(trx)) return false
      await sql`DROP TABLE IF EXISTS ${all(tables.map((table) => table + suffix))}`.execute(trx)
      return true
    })
  } catch (error) {
    if (errorCode(error) === LOCK_NOT_AVAILABLE) return false
    throw error
  }
}

const LOCK_NOT_AVAILABLE = '55P03'
