import { type Selectable, sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import { anyOf } from '../../runtime/postgres/database.ts'
import type { DbQuery, StoreRow } from '../db.ts'
import { isEndpointNeed, type TaskNeeds } from '../tables/tasks.ts'
import type { DbTables } from '../tables.ts'

export type CircuitRow = Selectable<DbTables['circuits']>

/** Names the circuit of a storefront, an endpoint, or a gateway account that stores may share. */
export const circuitName = (
  needs: Exclude<TaskNeeds, 'db'>,
  store: Pick<StoreRow, 'id' | 'gateway_account'>,
): string => {
  if (isEndpointNeed(needs)) return needs
  return `${needs}:${needs === 'gateway' ? (store.gateway_account ?? store.id) : store.id}`
}

export const listCircuits = (query: DbQuery, names?: readonly string[]): Promise<CircuitRow[]> => {
  const circuits = query.selectFrom('circuits').selectAll()
  return (names ? circuits.where('name', '=', anyOf(names)) : circuits).execute()
}

/** `undefined`: closed without recent failures. */
export interface CircuitChange {
  before: CircuitRow | undefined
  after: CircuitRow | undefined
}

/**
 * Changes a circuit under its row lock. `change` returns the new state, `closed`, or `undefined`
 * for a no-op; `also` joins the transaction.
 */
export const changeCircuit = (
  query: DbQuery,
  name: string,
  change: (known: CircuitRow | undefined) => Omit<CircuitRow, 'name'> | 'closed' | undefined,
  also?: (trx: DbQuery, change: CircuitChange) => Promise<unknown>,
): Promise<CircuitChange> =>
  query.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('circuits')
      .selectAll()
      .where('name', '=', name)
      .forUpdate()
      .executeTakeFirst()
    const changed = change(before)
    if (changed === undefined) return { before, after: before }
    const after = changed === 'closed' ? undefined : { ...changed, name }
    if (after) await writeCircuit(trx, after)
    else await deleteCircuit(trx, name)
    await also?.(trx, { before, after })
    return { before, after }
  })

const writeCircuit = (trx: DbQuery, circuit: CircuitRow) =>
  trx
    .insertInto('circuits')
    .values(circuit)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(circuit))
    .execute()

export const deleteCircuit = async (query: DbQuery, name: string): Promise<void> => {
  await query.deleteFrom('circuits').where('name', '=', name).execute()
}

/** Records an ongoing failure (`updated_at`) or a pause (`paused_at`). */
export const markCircuits = async (
  query: DbQuery,
  names: readonly string[],
  since: Partial<Pick<CircuitRow, 'updated_at' | 'paused_at'>>,
): Promise<void> => {
  await query.updateTable('circuits').set(since).where('name', '=', anyOf(names)).execute()
}

/**
 * Makes waiting storefront tasks due, one by one, oldest first. A planned first sync keeps its
 * time. Returns their number.
 */
export const releaseStorefrontTasks = async (query: DbQuery, storeId: StoreId): Promise<number> => {
  const { numUpdatedRows } = await query
    .updateTable('tasks')
    .set((row) => ({ run_at: row.ref('created_at'), in_turn: true }))
    .where('state', '=', 'ready')
    .where((row) => row.or([row('kind', '<>', 'sync-store-order'), row('tries', '>', 0)]))
    .where('needs', '=', 'shop')
    .where('store_id', '=', storeId)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Makes the task due as a probe. */
export const releaseOldestStorefrontTask = async (
  query: DbQuery,
  { storeId, now }: { storeId: StoreId; now: Date },
): Promise<void> => {
  await sql`
    UPDATE tasks SET run_at = ${now} WHERE state = 'ready' AND run_at > ${now} AND id = (
      SELECT id FROM tasks
      WHERE state = 'ready' AND needs = 'shop' AND store_id = ${storeId} AND tries > 0
      ORDER BY created_at, id LIMIT 1
    )`.execute(query)
}

/** Lists stores behind one of these circuits (`circuitName`). */
export const storesWithCircuit = async (
  query: DbQuery,
  {
    storeIds,
    names,
    limit,
  }: { storeIds: readonly StoreId[]; names: readonly string[]; limit: number },
): Promise<StoreId[]> => {
  if (names.length === 0) return []
  const { rows } = await sql<{ id: StoreId }>`
    SELECT id FROM stores WHERE id IN (SELECT unnest(${storeIds}::text[]))
      AND ('shop:' || id = ANY (${names}::text[])
        OR 'gateway:' || COALESCE(gateway_account, id) = ANY (${names}::text[]))
    ORDER BY id LIMIT ${limit}`.execute(query)
  return rows.map(({ id }) => id)
}
