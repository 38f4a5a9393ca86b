import { type Kysely, sql } from 'kysely'

/** Runs that compare the gateway, the ledger and the store, what they found, and what they summed up. */
export const up = async (db: Kysely<never>): Promise<void> => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `ALTER TABLE stores ADD COLUMN orders_url text`,

  `CREATE TABLE reconciliations (
    id text PRIMARY KEY,
    number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    store_id text NOT NULL REFERENCES stores,
    trigger text NOT NULL CHECK (trigger IN ('schedule', 'demand')),
    from_day text NOT NULL,
    to_day text NOT NULL,
    dry boolean NOT NULL,
    state text NOT NULL CHECK (state IN ('running', 'stopped', 'done', 'failed')),
    reason text,
    position jsonb NOT NULL,
    version integer NOT NULL DEFAULT 0,
    failures integer NOT NULL DEFAULT 0,
    counts jsonb NOT NULL,
    store_side text NOT NULL,
    totals jsonb,
    page_token text NOT NULL UNIQUE,
    started_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    ended_at timestamptz
  )`,
  // One at a time for a store, and one a night.
  `CREATE UNIQUE INDEX reconciliations_running ON reconciliations (store_id) WHERE state = 'running'`,
  `CREATE UNIQUE INDEX reconciliations_nightly ON reconciliations (to_day, store_id)
    WHERE trigger = 'schedule'`,
  `CREATE INDEX reconciliations_by_age ON reconciliations (store_id, id DESC)`,

  `CREATE TABLE discrepancies (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    run_id text NOT NULL REFERENCES reconciliations ON DELETE CASCADE,
    kind text NOT NULL,
    subject text NOT NULL,
    order_id text REFERENCES orders,
    payment_id text REFERENCES payments,
    gateway_payment_id bigint,
    details jsonb NOT NULL,
    action text NOT NULL,
    tries integer NOT NULL DEFAULT 0,
    found_at timestamptz NOT NULL,
    settled_at timestamptz,
    UNIQUE (run_id, kind, subject)
  )`,
  `CREATE INDEX discrepancies_of_run ON discrepancies (run_id, id)`,
  `CREATE INDEX discrepancies_open ON discrepancies (run_id, id) WHERE action = 'found'`,

  // Which payments of the gateway a run has seen, so that pages that shift count nothing twice, and
  // a run goes on where it was killed.
  `CREATE TABLE reconciliation_seen (
    run bigint NOT NULL,
    gateway_payment_id bigint NOT NULL,
    PRIMARY KEY (run, gateway_payment_id)
  )`,

  // What a run saw at the gateway, by the days of creation and of charge.
  `CREATE TABLE reconciliation_sums (
    run_id text NOT NULL REFERENCES reconciliations ON DELETE CASCADE,
    created_day text NOT NULL,
    charged_day text NOT NULL,
    currency text NOT NULL,
    ours boolean NOT NULL,
    payments bigint NOT NULL,
    charged_minor bigint NOT NULL,
    voided_minor bigint NOT NULL,
    refunded_minor bigint NOT NULL,
    fees_minor bigint,
    PRIMARY KEY (run_id, created_day, charged_day, currency, ours)
  )`,
  // The latest run that went through all payments created on a day.
  `CREATE TABLE reconciled_days (
    store_id text NOT NULL REFERENCES stores,
    day text NOT NULL,
    run_id text NOT NULL REFERENCES reconciliations ON DELETE CASCADE,
    PRIMARY KEY (store_id, day)
  )`,
  // Payments of the gateway account that are not ours: named once.
  `CREATE TABLE foreign_payments (
    store_id text NOT NULL REFERENCES stores,
    gateway_payment_id bigint NOT NULL,
    PRIMARY KEY (store_id, gateway_payment_id)
  )`,

  `CREATE INDEX payments_by_creation ON payments (store_id, created_at, id)`,
  `CREATE INDEX payments_by_charge ON payments (store_id, paid_at) WHERE paid_at IS NOT NULL`,
  `CREATE INDEX orders_by_creation ON orders (store_id, created_at, id)`,
]
