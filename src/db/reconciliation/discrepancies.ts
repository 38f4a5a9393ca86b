import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { OrderId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'
import type { DifferenceAction, DiscrepancyKind } from '../tables/reconciliation.ts'
import type { DbTables } from '../tables.ts'

export type DiscrepancyRow = Selectable<DbTables['discrepancies']>
export type NewDiscrepancy = Insertable<DbTables['discrepancies']>

const ROWS_AT_A_TIME = 1_000

export const insertDiscrepancies = async (
  trx: DbQuery,
  found: readonly NewDiscrepancy[],
): Promise<void> => {
  // PostgreSQL bounds parameters per statement; a gateway page has no bound.
  for (let from = 0; from < found.length; from += ROWS_AT_A_TIME) {
    await trx
      .insertInto('discrepancies')
      .values(found.slice(from, from + ROWS_AT_A_TIME))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** `mostTries`: upper bound on failed checks. */
export const openDiscrepancies = (
  query: DbQuery,
  runId: string,
  { mostTries, limit }: { mostTries: number; limit: number },
): Promise<DiscrepancyRow[]> =>
  query
    .selectFrom('discrepancies')
    .selectAll()
    .where('run_id', '=', runId)
    .where('action', '=', 'found')
    .where('tries', '<=', mostTries)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Returns `false` after a lost race. */
export const closeDiscrepancy = async (
  query: DbQuery,
  id: bigint,
  changes: Updateable<DbTables['discrepancies']>,
): Promise<boolean> => {
  const { numUpdatedRows } = await query
    .updateTable('discrepancies')
    .set(changes)
    .where('id', '=', id)
    .where('action', '=', 'found')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes a false alarm: a recheck found both sides equal. */
export const dropDiscrepancy = async (query: DbQuery, id: bigint): Promise<void> => {
  await query
    .deleteFrom('discrepancies')
    .where('id', '=', id)
    .where('action', '=', 'found')
    .execute()
}

export const countFailedCheck = async (query: DbQuery, id: bigint): Promise<number> => {
  const { tries } = await query
    .updateTable('discrepancies')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('id', '=', id)
    .returning('tries')
    .executeTakeFirstOrThrow()
  return tries
}

export const listDiscrepancies = (
  query: DbQuery,
  runId: string,
  {
    after,
    actions,
    limit,
  }: {
    after?: bigint | undefined
    actions?: readonly DifferenceAction[] | undefined
    limit: number
  },
): Promise<DiscrepancyRow[]> => {
  let found = query.selectFrom('discrepancies').selectAll().where('run_id', '=', runId)
  if (after !== undefined) found = found.where('id', '>', after)
  if (actions) found = found.where('action', 'in', actions)
  return found.orderBy('id').limit(limit).execute()
}

/** Returns the repairs that a dry run planned, by order. */
export const plannedOfOrders = async <Planned>(
  query: DbQuery,
  runId: string,
  orderIds: readonly OrderId[],
): Promise<Map<string, Planned[]>> => {
  if (orderIds.length === 0) return new Map()
  const { rows } = await sql<{ order_id: OrderId; planned: Planned }>`
    SELECT order_id, details->'planned' AS planned FROM discrepancies
    WHERE run_id = ${runId} AND action = 'would_be_repaired' AND details ? 'planned'
      AND order_id = ANY(${orderIds}::text[])`.execute(query)
  const byOrder = Map.groupBy(rows, ({ order_id }) => order_id)
  return new Map([...byOrder].map(([id, found]) => [id, found.map(({ planned }) => planned)]))
}

export interface DifferenceCount {
  kind: DiscrepancyKind
  action: DifferenceAction
  count: bigint
}

export const countDiscrepancies = async (
  query: DbQuery,
  runIds: readonly string[],
): Promise<Map<string, DifferenceCount[]>> => {
  if (runIds.length === 0) return new Map()
  const rows = await query
    .selectFrom('discrepancies')
    .select((row) => ['run_id', 'kind', 'action', row.fn.countAll<bigint>().as('count')])
    .where('run_id', 'in', runIds)
    .groupBy(['run_id', 'kind', 'action'])
    .orderBy('kind')
    .orderBy('action')
    .execute()
  return Map.groupBy(rows, ({ run_id }) => run_id)
}

/** Counts discrepancies that an operator must resolve, up to `most`. */
export const countForPerson = async (
  query: DbQuery,
  runId: string,
  most: number | null = null,
): Promise<number> => {
  const { rows } = await sql<{ count: bigint }>`
    SELECT count(*) FROM (
      SELECT FROM discrepancies WHERE run_id = ${runId} AND action = 'for_a_person'
      LIMIT ${most}::bigint
    ) AS counted`.execute(query)
  return Number(rows[0]?.count ?? 0n)
}
