import { type Kysely, sql } from 'kysely'

/** The ledger's first tables, as section 3 of the design has them. */
export const up = async (db: Kysely<never>): Promise<void> => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `CREATE TABLE stores (
    id text PRIMARY KEY,
    name text NOT NULL,
    platform text NOT NULL,
    environment text NOT NULL CHECK (environment IN ('test', 'live')),
    locale text NOT NULL CHECK (locale IN ('es', 'en')),
    api_key_hash text NOT NULL UNIQUE,
    sealed_secret_key text NOT NULL,
    publishable_key text,
    sealed_webhook_secret text NOT NULL,
    sealed_previous_webhook_secret text,
    previous_webhook_secret_until timestamptz,
    notify_url text,
    sealed_notify_secret text NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
  )`,

  `CREATE TABLE orders (
    id text PRIMARY KEY,
    store_id text NOT NULL REFERENCES stores,
    external_id text NOT NULL,
    number text,
    amount_minor bigint NOT NULL CHECK (amount_minor > 0),
    currency text NOT NULL,
    description text,
    customer jsonb NOT NULL,
    metadata jsonb NOT NULL,
    locale text NOT NULL,
    success_url text,
    cancel_url text,
    status text NOT NULL,
    conflict text,
    pay_token text NOT NULL UNIQUE,
    current_payment_id text,
    paid_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    UNIQUE (store_id, external_id)
  )`,
  `CREATE INDEX orders_by_age ON orders (store_id, id DESC)`,
  `CREATE INDEX orders_by_number ON orders (store_id, number, id DESC) WHERE number IS NOT NULL`,

  `CREATE TABLE payments (
    id text PRIMARY KEY,
    store_id text NOT NULL REFERENCES stores,
    order_id text NOT NULL REFERENCES orders,
    attempt integer NOT NULL,
    mode text NOT NULL,
    state text NOT NULL,
    amount_minor bigint NOT NULL,
    currency text NOT NULL,
    idempotency_key text NOT NULL UNIQUE,
    request jsonb NOT NULL,
    claimed_by integer,
    claimed_until timestamptz,
    gateway_payment_id bigint,
    checkout_url text,
    transaction_id text,
    total_minor bigint,
    service_fee_minor bigint,
    refunded_minor bigint NOT NULL DEFAULT 0,
    last_asked_at timestamptz,
    expires_at timestamptz,
    paid_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    UNIQUE (order_id, attempt),
    UNIQUE (store_id, gateway_payment_id)
  )`,
  `ALTER TABLE orders ADD FOREIGN KEY (current_payment_id) REFERENCES payments DEFERRABLE INITIALLY DEFERRED`,

  // Inbox and timeline only grow, so they are partitioned by month: old months can be dropped whole.
  // An event id is unique within a month. A repetition in the next month is handled again, which
  // changes nothing: states only advance.
  `CREATE TABLE events (
    seq bigint GENERATED ALWAYS AS IDENTITY,
    month date NOT NULL,
    source text NOT NULL,
    store_id text NOT NULL,
    message_id text NOT NULL,
    body bytea NOT NULL,
    received_at timestamptz NOT NULL,
    state text NOT NULL DEFAULT 'received',
    outcome text,
    handled_at timestamptz,
    PRIMARY KEY (month, store_id, source, message_id)
  ) PARTITION BY RANGE (month)`,
  // As few indexes as can be: each one costs the intake.
  `CREATE INDEX events_unhandled ON events (state, seq) WHERE state <> 'handled'`,
  `CREATE TABLE events_other PARTITION OF events DEFAULT`,

  `CREATE TABLE timeline (
    seq bigint GENERATED ALWAYS AS IDENTITY,
    at timestamptz NOT NULL,
    order_id text NOT NULL,
    payment_id text,
    kind text NOT NULL,
    details jsonb NOT NULL,
    PRIMARY KEY (at, seq)
  ) PARTITION BY RANGE (at)`,
  `CREATE INDEX timeline_of_order ON timeline (order_id, seq)`,
  `CREATE TABLE timeline_other PARTITION OF timeline DEFAULT`,

  `CREATE TABLE tasks (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind text NOT NULL,
    store_id text NOT NULL,
    order_id text,
    unique_key text UNIQUE,
    payload jsonb NOT NULL,
    state text NOT NULL DEFAULT 'ready',
    run_at timestamptz NOT NULL,
    tries integer NOT NULL DEFAULT 0,
    claims integer NOT NULL DEFAULT 0,
    handed_at timestamptz,
    process_id integer,
    last_error text,
    created_at timestamptz NOT NULL,
    ended_at timestamptz
  )`,
  `CREATE INDEX tasks_ready ON tasks (run_at) WHERE state = 'ready'`,
  `CREATE INDEX tasks_under_way ON tasks (handed_at) WHERE state IN ('queued', 'running')`,
  `CREATE INDEX tasks_of_order ON tasks (order_id) WHERE order_id IS NOT NULL`,

  // Tells this installation's job queues from those of others on the same Redis.
  `CREATE TABLE installation (only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row), id text NOT NULL)`,
  `INSERT INTO installation (id) VALUES (substr(md5(random()::text || clock_timestamp()::text), 1, 12))`,

  // The offset of the test clock, shared by all processes; never moved in production.
  `CREATE TABLE test_clock (only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row), offset_ms bigint NOT NULL)`,
  `INSERT INTO test_clock (offset_ms) VALUES (0)`,
]
