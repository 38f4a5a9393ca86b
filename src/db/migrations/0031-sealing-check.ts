import { type Kysely, sql } from 'kysely'

/**
 * A value that the sealing keys of an installation open, so that a start with others stops at once;
 * and what counts the cards that were declined lately on the card pages of a store.
 */
const STATEMENTS = [
  `ALTER TABLE installation ADD COLUMN sealed_check text`,
  `CREATE INDEX payments_by_card_page ON payments (store_id, created_at) WHERE mode = 'card_page'`,
]

export const up = async (db: Kysely<never>): Promise<void> => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
