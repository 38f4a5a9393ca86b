import { sql } from 'kysely'
import type { SecretSealer } from '../../runtime/secrets/sealed-secrets.ts'
import type { DbQuery } from '../db.ts'
import { openOrNothing, type SealedPlace } from './sealed-values.ts'

export interface Resealed {
  resealed: number
  notOpened: number
  /** Values that another process rewrote with its own key. */
  changed: number
}

const BATCH = 100

interface SealedRow {
  id: string
  sealed: string
}

/** Counts values not sealed with the first key. */
export const countToReseal = async (
  query: DbQuery,
  sealer: SecretSealer,
  places: readonly SealedPlace[],
): Promise<number> => {
  let count = 0
  for (const { table, column } of places) {
    const { rows } = await sql<{ count: bigint }>`
      SELECT count(*) FROM ${sql.table(table)}
      WHERE split_part(${sql.ref(column)}, '.', 2) <> ${sealer.keyIds[0]}`.execute(query)
    count += Number(rows[0]?.count ?? 0)
  }
  return count
}

/**
 * Writes one value per statement: safe to abort, rerun, and run beside other processes. A
 * concurrent write wins.
 */
export const reseal = async (
  query: DbQuery,
  sealer: SecretSealer,
  places: readonly SealedPlace[],
  onProgress: (done: number) => void = () => {},
): Promise<Resealed> => {
  const counts: Resealed = { resealed: 0, notOpened: 0, changed: 0 }
  for (const place of places) {
    for (let after = ''; ; ) {
      const rows = await rowsToReseal(query, place, { sealer, after })
      for (const row of rows) {
        counts[await resealRow(query, { sealer, place, row })] += 1
        after = row.id
      }
      onProgress(counts.resealed + counts.notOpened + counts.changed)
      if (rows.length < BATCH) break
    }
  }
  return counts
}

const rowsToReseal = async (
  query: DbQuery,
  { table, column, idColumn }: SealedPlace,
  { sealer, after }: { sealer: SecretSealer; after: string },
): Promise<SealedRow[]> => {
  const [id, sealed] = [sql.ref(idColumn), sql.ref(column)]
  const { rows } = await sql<SealedRow>`
    SELECT ${id} AS id, ${sealed} AS sealed FROM ${sql.table(table)}
    WHERE ${id} > ${after} AND split_part(${sealed}, '.', 2) <> ${sealer.keyIds[0]}
    ORDER BY ${id} LIMIT ${BATCH}`.execute(query)
  return rows
}

const resealRow = async (
  query: DbQuery,
  {
    sealer,
    place: { table, column, idColumn, context },
    row: { id, sealed },
  }: { sealer: SecretSealer; place: SealedPlace; row: SealedRow },
): Promise<keyof Resealed> => {
  const plain = openOrNothing(sealer, sealed, context(id))
  if (plain === undefined) return 'notOpened'
  const { numAffectedRows = 0n } = await sql`
    UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${sealer.seal(plain, context(id))}
    WHERE ${sql.ref(idColumn)} = ${id} AND ${sql.ref(column)} = ${sealed}`.execute(query)
  return numAffectedRows > 0n ? 'resealed' : 'changed'
}
