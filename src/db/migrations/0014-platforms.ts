import { type Kysely, sql } from 'kysely'

/** Stores of platforms: how they are reached, what they changed, and who is telling them what. */
export const up = async (db: Kysely<never>): Promise<void> => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `ALTER TABLE stores ADD COLUMN connection jsonb NOT NULL DEFAULT '{}',
    ADD COLUMN sealed_connection text`,

  // A signed call that comes a second time is a replay.
  `CREATE TABLE seen_calls (
    store_id text NOT NULL,
    nonce text NOT NULL,
    seen_at timestamptz NOT NULL,
    PRIMARY KEY (store_id, nonce)
  )`,
  `CREATE INDEX seen_calls_by_age ON seen_calls (seen_at)`,

  // Until when the changes of a store's orders are known.
  `CREATE TABLE store_cursors (
    store_id text PRIMARY KEY REFERENCES stores,
    changed_until timestamptz NOT NULL
  )`,

  // Looks at a store that wait: a second one would see no more.
  `CREATE INDEX tasks_looks_waiting ON tasks (store_id, kind)
    WHERE state IN ('ready', 'queued') AND kind IN ('look-at-store-order', 'follow-store-changes', 'keep-store-webhooks')`,

  // One piece of news of an order is told at a time, where the platform needs that.
  `CREATE TABLE notification_leases (
    order_id text PRIMARY KEY,
    process_id integer NOT NULL,
    until timestamptz NOT NULL
  )`,

  // Of two messages about an order the later one is right, also when a clock was set back.
  `CREATE TABLE message_times (order_id text PRIMARY KEY, at timestamptz NOT NULL)`,

  // A customer of the store wants the card of this order kept. By `identity` (a hash of the name under
  // which the gateway lists cards) wishes of different customers for the same name are seen.
  `CREATE TABLE save_card_requests (
    order_id text PRIMARY KEY REFERENCES orders,
    store_id text NOT NULL,
    external_customer_id text NOT NULL,
    identity text NOT NULL,
    known_method_ids jsonb NOT NULL,
    requested_at timestamptz NOT NULL,
    settled_at timestamptz
  )`,
  `CREATE INDEX save_card_requests_by_identity ON save_card_requests (identity, requested_at)`,

  // Connections that somebody has begun, and not finished yet. Of one store there may be several:
  // whoever begins one does not end that of another.
  `CREATE TABLE begun_connections (
    token_hash text PRIMARY KEY,
    store_id text NOT NULL,
    platform text NOT NULL,
    step text NOT NULL,
    begun_by text NOT NULL,
    details jsonb NOT NULL,
    sealed text NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
  )`,
]
