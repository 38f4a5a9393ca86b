import { type Kysely, sql } from 'kysely'

/** When the gateway accepted a reversal, and what its refund events said of single refunds. */
export const up = async (db: Kysely<never>): Promise<void> => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `ALTER TABLE refunds ADD COLUMN accepted_at timestamptz`,
  `CREATE TABLE refund_events (
    payment_id text NOT NULL REFERENCES payments,
    event_id text NOT NULL,
    amount_minor bigint NOT NULL CHECK (amount_minor > 0),
    seen_at timestamptz NOT NULL,
    PRIMARY KEY (payment_id, event_id)
  )`,
]
