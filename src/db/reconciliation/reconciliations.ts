import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'
import { type PageOfStores, type RowsOfStores, readRows } from '../lists/page-of-stores.ts'
import type { RunState } from '../tables/reconciliation.ts'
import type { DbTables } from '../tables.ts'

export type RunRow = Selectable<DbTables['reconciliations']>

/** Serialises starts and resumptions per store. */
export const lockRunsOf = async (trx: DbQuery, storeId: StoreId): Promise<void> => {
  await trx.selectFrom('stores').select('id').where('id', '=', storeId).forNoKeyUpdate().execute()
}

/** Returns `undefined` if the store has one running or had this night's. */
export const insertRun = (
  query: DbQuery,
  run: Insertable<DbTables['reconciliations']>,
): Promise<RunRow | undefined> =>
  query
    .insertInto('reconciliations')
    .values(run)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

/** `storeId` restricts to the store's runs. */
export const findRun = (
  query: DbQuery,
  id: string,
  storeId?: StoreId,
): Promise<RunRow | undefined> => {
  const run = query.selectFrom('reconciliations').selectAll().where('id', '=', id)
  return (storeId === undefined ? run : run.where('store_id', '=', storeId)).executeTakeFirst()
}

export const findRunByToken = (query: DbQuery, token: string): Promise<RunRow | undefined> =>
  query.selectFrom('reconciliations').selectAll().where('page_token', '=', token).executeTakeFirst()

export const runningRunOf = (query: DbQuery, storeId: StoreId): Promise<RunRow | undefined> =>
  query
    .selectFrom('reconciliations')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('state', '=', 'running')
    .executeTakeFirst()

export const runsOfStores = (
  query: DbQuery,
  { state, ...page }: PageOfStores & { state?: RunState | undefined },
): RowsOfStores<RunRow> => {
  const filter = state && sql`row.state = ${state}`
  return readRows(query, { table: 'reconciliations', ...page, filter })
}

/** Lists stores with a nightly run up to this day. */
export const storesWithRunUntil = async (query: DbQuery, toDay: string): Promise<Set<string>> => {
  const runs = await query
    .selectFrom('reconciliations')
    .select('store_id')
    .where('to_day', '=', toDay)
    .where('trigger', '=', 'schedule')
    .execute()
  return new Set(runs.map(({ store_id }) => store_id))
}

export const lastNightlyRun = (query: DbQuery, storeId: StoreId): Promise<RunRow | undefined> =>
  query
    .selectFrom('reconciliations')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('trigger', '=', 'schedule')
    .orderBy('to_day', 'desc')
    .limit(1)
    .executeTakeFirst()

export const runsSince = (query: DbQuery, storeId: StoreId, since: Date): Promise<RunRow[]> =>
  query
    .selectFrom('reconciliations')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('started_at', '>=', since)
    .where('dry', '=', false)
    .execute()

/** Returns `undefined` if the run advanced since. */
export const lockRun = (
  trx: DbQuery,
  { id, version }: Pick<RunRow, 'id' | 'version'>,
): Promise<RunRow | undefined> =>
  trx
    .selectFrom('reconciliations')
    .selectAll()
    .where('id', '=', id)
    .where('version', '=', version)
    .where('state', '=', 'running')
    .forUpdate()
    .executeTakeFirst()

export const updateRun = (
  query: DbQuery,
  { id, version }: Pick<RunRow, 'id' | 'version'>,
  changes: Updateable<DbTables['reconciliations']>,
): Promise<RunRow | undefined> =>
  query
    .updateTable('reconciliations')
    .set({ ...changes, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst()

/** Records payments seen. Returns the new ones. */
export const recordSeenPayments = async (
  trx: DbQuery,
  run: Pick<RunRow, 'number'>,
  gatewayIds: readonly bigint[],
): Promise<Set<bigint>> => {
  const { rows } = await sql<{ gateway_payment_id: bigint }>`
    INSERT INTO reconciliation_seen (run, gateway_payment_id)
    SELECT ${run.number}, unnest(${gatewayIds}::bigint[])
    ON CONFLICT DO NOTHING RETURNING gateway_payment_id`.execute(trx)
  return new Set(rows.map(({ gateway_payment_id }) => gateway_payment_id))
}

const DELETE_BATCH = 20_000

/**
 * Deletes by ranges and without a join: statistics lag behind a fresh run, so the planner would
 * choose a nested loop.
 */
export const deleteSeenPayments = async (
  query: DbQuery,
  { number }: Pick<RunRow, 'number'>,
): Promise<void> => {
  for (let forgotten = DELETE_BATCH; forgotten === DELETE_BATCH; ) {
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM reconciliation_seen
      WHERE run = ${number} AND gateway_payment_id <= (SELECT max(gateway_payment_id) FROM (
        SELECT gateway_payment_id FROM reconciliation_seen WHERE run = ${number}
        ORDER BY gateway_payment_id LIMIT ${DELETE_BATCH}
      ) first)`.execute(query)
    forgotten = Number(numAffectedRows)
  }
}

/** Lists runs too old to resume that still hold seen payments. */
export const abandonedRuns = (query: DbQuery, endedBefore: Date): Promise<RunRow[]> =>
  query
    .selectFrom('reconciliations')
    .selectAll()
    .where('state', 'in', ['stopped', 'failed'])
    .where('ended_at', '<', endedBefore)
    .where((where) =>
      where.exists(
        where
          .selectFrom('reconciliation_seen')
          .select('run')
          .whereRef('run', '=', 'reconciliations.number'),
      ),
    )
    .execute()

/** Returns the new payments; `dry` records nothing. */
export const recordUnmatchedPayments = async (
  trx: DbQuery,
  { storeId, gatewayIds, dry }: { storeId: StoreId; gatewayIds: readonly bigint[]; dry: boolean },
): Promise<Set<bigint>> => {
  const { rows } = dry
    ? await sql<{ id: bigint }>`
        SELECT id FROM unnest(${gatewayIds}::bigint[]) AS unmatched_ids(id)
        WHERE NOT EXISTS (
          SELECT FROM foreign_payments WHERE store_id = ${storeId} AND gateway_payment_id = id
        )`.execute(trx)
    : await sql<{ id: bigint }>`
        INSERT INTO foreign_payments (store_id, gateway_payment_id)
        SELECT ${storeId}, unnest(${gatewayIds}::bigint[])
        ON CONFLICT DO NOTHING RETURNING gateway_payment_id AS id`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}
