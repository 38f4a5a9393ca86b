import { type Kysely, sql } from 'kysely'

/** What tells an order from another one that its store gives the same id later. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw('ALTER TABLE orders ADD COLUMN fingerprint text').execute(db)
}
