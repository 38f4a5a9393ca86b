import { type Kysely, sql } from 'kysely'

/** Charges without the hosted checkout, and each store's policy. */
export const up = async (db: Kysely<never>): Promise<void> => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `ALTER TABLE payments ADD COLUMN payment_method_id text, ADD COLUMN decline jsonb,
    ADD COLUMN charge_id text`,
  `ALTER TABLE stores ADD COLUMN policy jsonb NOT NULL DEFAULT '{}'`,
]
