import { sql } from 'kysely'
import type { StoreId } from '../domain/ids.ts'
import { anyOf } from '../runtime/database.ts'
import type { DbQuery } from './db.ts'
import type { TaskRow } from './outbox.ts'
import type { TaskNeeds } from './tables/tasks.ts'

/** Behind whom tasks wait: one shop, or one gateway account with all of its stores. */
export interface Holder {
  needs: Exclude<TaskNeeds, 'db'>
  /** As `circuitName` has it. */
  circuit: string
  /** Only tasks of this store. */
  storeId?: StoreId | undefined
}

const ofHolder = ({ needs, circuit, storeId }: Holder) => {
  const stores =
    needs === 'shop'
      ? sql`'shop:' || tasks.store_id = ${circuit}`
      : sql`tasks.store_id IN (
          SELECT id FROM stores WHERE 'gateway:' || COALESCE(gateway_account, id) = ${circuit})`
  const ofStore = storeId === undefined ? sql`` : sql`AND tasks.store_id = ${storeId}`
  return sql`tasks.needs = ${needs} AND ${stores} ${ofStore}`
}

/** Due and not taken, or to be tried later because they could not be reached; no planned first try. */
const isHeld = (now: Date) => sql`
  tasks.state = 'ready' AND (tasks.out_of_reach OR tasks.run_at <= ${now})`

/** Somebody who has just come back gets no more than so many of these in a second. */
const RELEASED_PER_SECOND: Record<Holder['needs'], number> = { gateway: 20, shop: 200 }
/** Where only some calls succeed, those that do not are not tried with each that does. */
const RELEASED_AGAIN_AFTER_MS = 60_000

/**
 * Makes the tasks due that were held back because somebody could not be reached: the oldest at once,
 * and the others after them as fast as one bears who has just come back.
 */
export const releaseHeldTasks = async (
  query: DbQuery,
  holder: Holder,
  now: Date,
): Promise<void> => {
  const apartMs = 1_000 / RELEASED_PER_SECOND[holder.needs]
  await sql`
    WITH held AS (
      SELECT id, GREATEST(
        ${now}::timestamptz
          + (row_number() OVER (ORDER BY created_at, id) - 1) * ${apartMs} * interval '1 millisecond',
        CASE WHEN released_at <= ${now} AND run_at > ${now}
          THEN released_at + ${RELEASED_AGAIN_AFTER_MS} * interval '1 millisecond' END
      ) AS at
      FROM tasks WHERE ${ofHolder(holder)} AND ${isHeld(now)}
    )
    UPDATE tasks SET
      run_at = CASE WHEN run_at <= ${now} THEN held.at ELSE LEAST(run_at, held.at) END,
      released_at = GREATEST(held.at, ${now}::timestamptz)
    FROM held WHERE tasks.id = held.id AND tasks.state = 'ready'`.execute(query)
}

/**
 * The task to try with, whether they can be reached: the oldest of those that are known to ask them, by
 * having failed at it. `undefined`: none is held back.
 */
export const firstHeldTask = async (
  query: DbQuery,
  holder: Holder,
  now: Date,
): Promise<bigint | undefined> => {
  const { rows } = await sql<{ id: bigint }>`
    SELECT id FROM tasks WHERE ${ofHolder(holder)} AND ${isHeld(now)}
    ORDER BY out_of_reach DESC, created_at, id LIMIT 1`.execute(query)
  return rows[0]?.id
}

/**
 * Returns when each store's oldest order began to wait for a shop that did not answer, or refused it,
 * more than once. Skips stores without such an order, and those whose refused access has an alert.
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
      AND store_id = ${anyOf(storeIds)}
    GROUP BY store_id`.execute(query)
  return new Map(rows.map(({ store_id, since }) => [store_id, since]))
}

/**
 * Makes a waiting task due; `passesCircuit`: and lets it through its circuit once, open or not. One that is
 * under way or has ended stays as it is: `undefined`.
 */
export const hurryTask = (
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
