import { type Kysely, sql } from 'kysely'

/** When a store was connected last, whatever else was changed of it since. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw('ALTER TABLE stores ADD COLUMN connected_at timestamptz').execute(db)
  await sql.raw('UPDATE stores SET connected_at = updated_at').execute(db)
  await sql.raw('ALTER TABLE stores ALTER COLUMN connected_at SET NOT NULL').execute(db)
}
