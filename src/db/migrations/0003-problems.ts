import { type Kysely, sql } from 'kysely'

/** What a person should look at, store by store. */
export const up = async (db: Kysely<never>): Promise<void> => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `CREATE TABLE alerts (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    store_id text NOT NULL REFERENCES stores,
    order_id text REFERENCES orders,
    kind text NOT NULL,
    subject text NOT NULL,
    details jsonb NOT NULL,
    opened_at timestamptz NOT NULL,
    closed_at timestamptz
  )`,
  // One open problem for one thing, however often it is met.
  `CREATE UNIQUE INDEX alerts_open ON alerts (store_id, kind, subject) WHERE closed_at IS NULL`,
  `CREATE INDEX alerts_by_age ON alerts (store_id, id DESC)`,
  `CREATE INDEX alerts_of_order ON alerts (order_id) WHERE closed_at IS NULL`,
]
