import { type Kysely, sql } from 'kysely'

/** What shops of Shopify have paid and given back through an approved payments app. */
export const up = async (db: Kysely<never>): Promise<void> => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `CREATE TABLE shopify_payment_sessions (
    shop text NOT NULL,
    id text NOT NULL,
    seq bigint GENERATED ALWAYS AS IDENTITY,
    store_id text NOT NULL,
    gid text NOT NULL,
    order_id text,
    amount_minor bigint,
    currency text,
    cancel_url text NOT NULL,
    state text NOT NULL,
    reason text,
    decline_code text,
    resolve_tried_at timestamptz,
    next_url text,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (shop, id)
  )`,
  `CREATE INDEX shopify_payment_sessions_by_order ON shopify_payment_sessions (order_id)`,

  `CREATE TABLE shopify_refund_sessions (
    shop text NOT NULL,
    id text NOT NULL,
    kind text NOT NULL,
    store_id text NOT NULL,
    gid text NOT NULL,
    order_id text,
    state text NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (shop, id)
  )`,
  `CREATE INDEX shopify_refund_sessions_by_order ON shopify_refund_sessions (order_id)`,
]
