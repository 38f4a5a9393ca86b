import { type Kysely, sql } from 'kysely'

/** What happens again and again, and when the gateway is asked about a payment of which nothing was heard. */
export const up = async (db: Kysely<never>): Promise<void> => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `CREATE TABLE schedules (name text PRIMARY KEY, next_at timestamptz NOT NULL)`,
  `ALTER TABLE payments ADD COLUMN next_ask_at timestamptz`,
  `UPDATE payments SET next_ask_at = created_at + interval '5 minutes' WHERE state = 'pending'`,
  `CREATE INDEX payments_to_ask ON payments (next_ask_at) WHERE next_ask_at IS NOT NULL`,
]
