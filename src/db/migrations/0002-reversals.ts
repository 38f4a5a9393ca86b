import { type Kysely, sql } from 'kysely'

/** Voids and refunds, whoever asked for them. */
export const up = async (db: Kysely<never>): Promise<void> => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `CREATE TABLE refunds (
    id text PRIMARY KEY,
    store_id text NOT NULL REFERENCES stores,
    order_id text NOT NULL REFERENCES orders,
    payment_id text NOT NULL REFERENCES payments,
    origin text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('void', 'refund')),
    amount_minor bigint NOT NULL CHECK (amount_minor > 0),
    currency text NOT NULL,
    reason text,
    state text NOT NULL,
    idempotency_key text,
    request_hash text,
    requested_at timestamptz,
    refusal jsonb,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    done_at timestamptz,
    UNIQUE (store_id, idempotency_key)
  )`,
  `CREATE INDEX refunds_of_order ON refunds (order_id)`,
]
