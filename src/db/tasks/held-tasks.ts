import { sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'
import { isOfStores } from '../lists/conditions.ts'
import { isEndpointNeed, type TaskNeeds } from '../tables/tasks.ts'
import type { TaskRow } from './outbox.ts'

/** One storefront or endpoint, or one gateway account with all its stores. */
export interface Party {
  needs: Exclude<TaskNeeds, 'db'>
  /** From `circuitName`. */
  circuit: string
  storeId?: StoreId | undefined
}

const ofHolder = ({ needs, circuit, storeId }: Party) => {
  if (isEndpointNeed(needs)) return sql`tasks.needs = ${needs}`
  const stores =
    needs === 'shop'
      ? sql`'shop:' || tasks.store_id = ${circuit}`
      : sql`tasks.store_id IN (
          SELECT id FROM stores WHERE 'gateway:' || COALESCE(gateway_account, id) = ${circuit})`
  const ofStore = storeId === undefined ? sql`` : sql`AND tasks.store_id = ${storeId}`
  return sql`tasks.needs = ${needs} AND ${stores} ${ofStore}`
}

/**
 * Matches tasks that are due, or wait for an unreachable dependency; excludes planned first tries.
 */
const isHeld = (now: Date, withRefused = false) => sql`
  tasks.state = 'ready' AND (tasks.out_of_reach OR tasks.run_at <= ${now}
    OR (${sql.lit(withRefused)} AND tasks.tries > 0))`

/** Rate limit for a recovering dependency. */
const RELEASED_PER_SECOND = { gateway: 20, other: 200 }
/**
 * Minimum interval between releases of one task: otherwise each success of a flaky dependency would
 * retry all its failures.
 */
const RELEASED_AGAIN_AFTER_MS = 60_000

/**
 * Makes the oldest due immediately, the rest spaced by the rate limit. `withRefused`: also those that
 * the dependency refused. Returns their number.
 */
export const releaseHeldTasks = async (
  query: DbQuery,
  holder: Party,
  { now, withRefused = false }: { now: Date; withRefused?: boolean },
): Promise<number> => {
  const apartMs = 1_000 / RELEASED_PER_SECOND[holder.needs === 'gateway' ? 'gateway' : 'other']
  const { numAffectedRows } = await sql`
    WITH held AS (
      SELECT id, GREATEST(
        ${now}::timestamptz
          + (row_number() OVER (ORDER BY created_at, id) - 1) * ${apartMs} * interval '1 millisecond',
        CASE WHEN released_at <= ${now} AND run_at > ${now}
          THEN released_at + ${RELEASED_AGAIN_AFTER_MS} * interval '1 millisecond' END
      ) AS at
      FROM tasks WHERE ${ofHolder(holder)} AND ${isHeld(now, withRefused)}
    )
    UPDATE tasks SET
      run_at = CASE WHEN run_at <= ${now} THEN held.at ELSE LEAST(run_at, held.at) END,
      released_at = GREATEST(held.at, ${now}::timestamptz)
    FROM held WHERE tasks.id = held.id AND tasks.state = 'ready'`.execute(query)
  return Number(numAffectedRows ?? 0)
}

/** Returns the oldest that failed to reach the dependency, else the oldest held. */
export const firstHeldTask = async (
  query: DbQuery,
  holder: Party,
  now: Date,
): Promise<bigint | undefined> => {
  const { rows } = await sql<{ id: bigint }>`
    SELECT id FROM tasks WHERE ${ofHolder(holder)} AND ${isHeld(now)}
    ORDER BY out_of_reach DESC, created_at, id LIMIT 1`.execute(query)
  return rows[0]?.id
}

/**
 * Returns per store the creation time of the oldest retried task of an order, which waits for a
 * failing or refusing storefront. Skips stores with an open alert about refused access.
 */
export const ordersHeldSince = async (
  query: DbQuery,
  storeIds: readonly StoreId[],
): Promise<Map<StoreId, Date>> => {
  const { rows } = await sql<{ store_id: StoreId; since: Date }>`
    SELECT store_id, min(created_at) AS since FROM tasks
    WHERE tasks.state IN ('ready', 'queued', 'running') AND needs = 'shop'
      AND tries > 1 AND order_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM alerts WHERE alerts.store_id = tasks.store_id
        AND kind = 'store_access_refused' AND closed_at IS NULL)
      AND ${isOfStores(storeIds)}
    GROUP BY store_id`.execute(query)
  return new Map(rows.map(({ store_id, since }) => [store_id, since]))
}

/**
 * `passesCircuit` lets it through an open circuit once. Returns `undefined` for a running or ended
 * task.
 */
export const makeTaskDue = (
  query: DbQuery,
  id: bigint,
  { now, passesCircuit = false }: { now: Date; passesCircuit?: boolean },
): Promise<TaskRow | undefined> =>
  query
    .updateTable('tasks')
    .set({
      run_at: sql<Date>`LEAST(run_at, ${now}::timestamptz)`,
      passes_circuit: sql<boolean>`passes_circuit OR ${passesCircuit}`,
    })
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .returningAll()
    .executeTakeFirst()

/** Makes a store's waiting refunds due, after a freeze; also one whose try still sees the freeze. */
export const releaseRefundsOfStore = async (
  query: DbQuery,
  { storeId, kind, now }: { storeId: StoreId; kind: string; now: Date },
): Promise<void> => {
  await query
    .updateTable('tasks')
    .set({ run_at: sql<Date>`LEAST(run_at, ${now}::timestamptz)`, released_at: now })
    .where('store_id', '=', storeId)
    .where('kind', '=', kind)
    .where('state', 'in', ['ready', 'queued', 'running'])
    .execute()
}
