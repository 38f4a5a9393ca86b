import type { Selectable } from 'kysely'
import type { StoreId } from '../domain/ids.ts'
import type { DbQuery, StoreRow } from './db.ts'
import type { DbTables } from './tables.ts'

export type CircuitRow = Selectable<DbTables['circuits']>

/** A store's own shop, or the gateway account that it may share with other stores. */
export const circuitName = (
  needs: 'shop' | 'gateway',
  store: Pick<StoreRow, 'id' | 'gateway_account'>,
): string => `${needs}:${needs === 'gateway' ? (store.gateway_account ?? store.id) : store.id}`

export const listCircuits = (query: DbQuery): Promise<CircuitRow[]> =>
  query.selectFrom('circuits').selectAll().execute()

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
  { also }: { also?: (trx: DbQuery, change: CircuitChange) => Promise<unknown> } = {},
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
    const after = changed === 'closed' ? undefined : await writeCircuit(trx, { ...changed, name })
    if (!after) await forgetCircuit(trx, name)
    await also?.(trx, { before, after })
    return { before, after }
  })

const writeCircuit = (trx: DbQuery, circuit: CircuitRow): Promise<CircuitRow> =>
  trx
    .insertInto('circuits')
    .values(circuit)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(circuit))
    .returningAll()
    .executeTakeFirstOrThrow()

/** The circuits of a store that are not closed: of its shop, and of its gateway account. */
export const circuitsOfStore = (
  query: DbQuery,
  store: Pick<StoreRow, 'id' | 'gateway_account'>,
): Promise<CircuitRow[]> =>
  query
    .selectFrom('circuits')
    .selectAll()
    .where('name', 'in', [circuitName('shop', store), circuitName('gateway', store)])
    .execute()

/** It answers again. */
export const forgetCircuit = async (query: DbQuery, name: string): Promise<void> => {
  await query.deleteFrom('circuits').where('name', '=', name).execute()
}

/** Leaves somebody alone until a person says otherwise. */
export const pauseCircuit = async (query: DbQuery, name: string, now: Date): Promise<void> => {
  await query.updateTable('circuits').set({ paused_at: now }).where('name', '=', name).execute()
}

/** How the shop of a store fails; `undefined` when it does not. */
export const findShopCircuit = (
  query: DbQuery,
  storeId: StoreId,
): Promise<CircuitRow | undefined> =>
  query
    .selectFrom('circuits')
    .selectAll()
    .where('name', '=', circuitName('shop', { id: storeId, gateway_account: null }))
    .executeTakeFirst()

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
  await query
    .updateTable('tasks')
    .set({ run_at: now })
    .where('state', '=', 'ready')
    .where('run_at', '>', now)
    .where('id', '=', (from) =>
      from
        .selectFrom('tasks')
        .select('id')
        .where('state', '=', 'ready')
        .where('needs', '=', 'shop')
        .where('store_id', '=', storeId)
        .where('tries', '>', 0)
        .orderBy('created_at')
        .orderBy('id')
        .limit(1),
    )
    .execute()
}
