import { sql } from 'kysely'
import type pg from 'pg'
import type { StoreId } from '../../domain/ids.ts'
import type { StoreWork, StoreWorkCounts } from '../../domain/store-work.ts'
import { addMs, DAY, HOUR } from '../../runtime/clock.ts'
import type { DbQuery } from '../db.ts'
import { hourOf } from '../events/webhook-counts.ts'
import { arraysOf, givenRows } from '../rows.ts'

export interface StoreWorkOfHour extends StoreWorkCounts {
  store_id: StoreId
  hour: Date
}

const COUNTS = ['events', 'tasks', 'notifications', 'late', 'late_after_failure'] as const
const COLUMNS = ['hour', 'store_id', ...COUNTS] as const

// Sorted, or processes that write the same rows would deadlock.
const ADD = `
  INSERT INTO store_work (${COLUMNS.join()})
  SELECT ${COLUMNS.join()} FROM ${givenRows(COLUMNS)} ORDER BY 1, 2
  ON CONFLICT (hour, store_id) DO UPDATE SET
    ${COUNTS.map((column) => `${column} = store_work.${column} + excluded.${column}`).join()}`

export const addStoreWork = async (
  pool: pg.Pool,
  counted: readonly StoreWorkOfHour[],
): Promise<void> => {
  await pool.query(ADD, arraysOf(counted, COLUMNS))
}

/** Sums whole hours, from the hour of `since` on. */
export const storeWorkSince = async (query: DbQuery, since: Date): Promise<StoreWork[]> => {
  const sums = COUNTS.map((column) => sql.raw(`sum(${column})::int AS ${column}`))
  const { rows } = await sql<StoreWork>`
    SELECT store_id, ${sql.join(sums)} FROM store_work WHERE hour >= ${hourOf(since)}
    GROUP BY store_id`.execute(query)
  return rows
}

/** A month and its comparison with the one before. */
const KEPT_MS = 63 * DAY

export const deleteOldStoreWork = async (query: DbQuery, now: Date): Promise<void> => {
  await sql`DELETE FROM store_work WHERE hour < ${addMs(now, -KEPT_MS)}`.execute(query)
}

/** Start of what the service level is judged by: the running hour and the one before. */
export const levelSince = (now: Date): Date => addMs(hourOf(now), -HOUR)
