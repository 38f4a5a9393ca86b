import { type Selectable, sql } from 'kysely'
import type { StoreId } from '../domain/ids.ts'
import { anyOf } from '../runtime/database.ts'
import type { DbQuery, StoreRow } from './db.ts'
import type { DbTables } from './tables.ts'

export type CircuitRow = Selectable<DbTables['circuits']>

/** A store's own shop, or the gateway account that it may share with other stores. */
export const circuitName = (
  needs: 'shop' | 'gateway',
  store: Pick<StoreRow, 'id' | 'gateway_account'>,
): string => `${needs}:${needs === 'gateway' ? (store.gateway_account ?? store.id) : store.id}`

/** The circuits that are not closed: all, or those of some names. */
export const listCircuits = (query: DbQuery, names?: readonly string[]): Promise<CircuitRow[]> => {
  const circuits = query.selectFrom('circuits').selectAll()
  return (names ? circuits.where('name', '=', anyOf(names)) : circuits).execute()
}

/** A circuit as it was and as it is; `undefined`: it is closed, and has not failed lately. */
export interface CircuitChange {
  before: CircuitRow | undefined
  after: CircuitRow | undefined
}

/**
 * Changes a circuit while nobody else does, and what waits behind it with it. `change` returns
 * `closed`, how it is from now on, or `undefined` to leave it as it is.
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
    else await forgetCircuit(trx, name)
    await also?.(trx, { before, after })
    return { before, after }
  })

const writeCircuit = (trx: DbQuery, circuit: CircuitRow) =>
  trx
    .insertInto('circuits')
    .values(circuit)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(circuit))
    .execute()

/** It answers again. */
export const forgetCircuit = async (query: DbQuery, name: string): Promise<void> => {
  await query.deleteFrom('circuits').where('name', '=', name).execute()
}

/** Writes down that they fail to this moment, or are left alone until a person says otherwise. */
export const markCircuits = async (
  query: DbQuery,
  names: readonly string[],
  since: Partial<Pick<CircuitRow, 'updated_at' | 'paused_at'>>,
): Promise<void> => {
  await query.updateTable('circuits').set(since).where('name', '=', anyOf(names)).execute()
}

/**
 * Makes everything due that waits for a shop, to be done one after another in the order of its age. A
 * look that is planned for a time of its own keeps it. Returns how many.
 */
export const hurryShopTasks = async (query: DbQuery, storeId: StoreId): Promise<number> => {
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

/** Makes the oldest due of what a shop has not taken yet. */
export const hurryOldestShopTask = async (
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
