import { type Kysely, sql } from 'kysely'

/** An order on the card page has no payment that could expire: its own end is written down. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`ALTER TABLE orders ADD COLUMN time_over_at timestamptz`.execute(db)
}
