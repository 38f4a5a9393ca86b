import { type Kysely, sql } from 'kysely'

/**
 * Refunds that are being entered in Shopify, who cancelled an order, and what was asked about
 * personal data and became of it.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // The input is kept as text: the same key wants the same input, to the letter.
  `CREATE TABLE shopify_refund_entries (
    order_gid text NOT NULL,
    refund_id text NOT NULL,
    order_id text NOT NULL,
    key text NOT NULL,
    input text NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (order_gid, refund_id)
  )`,
  `CREATE INDEX shopify_refund_entries_by_order ON shopify_refund_entries (order_id)`,

  `ALTER TABLE orders ADD COLUMN cancelled_by text`,
  `ALTER TABLE orders ADD COLUMN people_erased_at timestamptz`,

  `CREATE TABLE privacy_requests (
    source text NOT NULL,
    message_id text NOT NULL,
    store_id text NOT NULL,
    topic text NOT NULL,
    outcome text NOT NULL,
    orders integer NOT NULL,
    received_at timestamptz NOT NULL,
    handled_at timestamptz NOT NULL,
    PRIMARY KEY (source, store_id, message_id)
  )`,
]
