import { type Kysely, sql } from 'kysely'

/** Orders that their shop has cancelled. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`ALTER TABLE orders ADD COLUMN cancelled_at timestamptz`.execute(db)
}
