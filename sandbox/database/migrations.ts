import { type Kysely, sql } from 'kysely'
import type { Migrations } from '../../src/platform/migrate.ts'

/** The sandbox's own schema, apart from everything of Puente's. */
export const SCHEMA = 'sandbox'

const statements =
  (...all: ReturnType<typeof sql>[]) =>
  async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of all) await statement.execute(db)
  }

export const migrations: Migrations = {
  '0001_payments': {
    up: statements(
      sql`CREATE TABLE payments (
        id integer GENERATED ALWAYS AS IDENTITY (START WITH 100001) PRIMARY KEY,
        environment text NOT NULL,
        slug text NOT NULL UNIQUE,
        status text NOT NULL DEFAULT 'pending',
        name text NOT NULL,
        description text,
        currency_code text NOT NULL,
        amount_minor bigint NOT NULL,
        subtotal_minor bigint NOT NULL,
        sales_tax_minor bigint NOT NULL,
        service_fee_minor bigint NOT NULL,
        total_minor bigint NOT NULL,
        refunded_minor bigint NOT NULL DEFAULT 0,
        pricing_rules jsonb NOT NULL,
        reusable boolean NOT NULL,
        external_reference text NOT NULL,
        metadata text NOT NULL,
        customer_name text,
        customer_email text,
        customer_phone text,
        customer_identity_number text,
        lock_customer_fields boolean NOT NULL,
        success_url text,
        cancel_url text,
        transaction_id uuid,
        expires_at timestamptz,
        created_at timestamptz NOT NULL,
        paid_at timestamptz
      )`,
      sql`CREATE INDEX payments_newest ON payments (environment, created_at DESC, id DESC)`,
      sql`CREATE INDEX payments_reference ON payments (environment, external_reference)`,
      sql`CREATE INDEX payments_reusable ON payments (environment) WHERE reusable`,
      sql`CREATE INDEX payments_expiring ON payments (expires_at) WHERE status = 'pending'`,
      sql`CREATE TABLE transactions (
        id uuid PRIMARY KEY,
        payment_id integer NOT NULL REFERENCES payments,
        outcome text NOT NULL,
        amount_minor bigint NOT NULL,
        iso_response_code text NOT NULL,
        card_brand text NOT NULL,
        card_last_four text NOT NULL,
        form_key uuid,
        created_at timestamptz NOT NULL,
        UNIQUE (payment_id, form_key)
      )`,
      sql`CREATE TABLE idempotency_keys (
        environment text NOT NULL,
        key_hash text NOT NULL,
        payment_id integer NOT NULL REFERENCES payments,
        PRIMARY KEY (environment, key_hash)
      )`,
    ),
  },
  '0002_webhooks': {
    up: statements(
      sql`CREATE TABLE endpoints (
        id text PRIMARY KEY,
        environment text NOT NULL,
        url text NOT NULL,
        secret text NOT NULL,
        from_settings boolean NOT NULL
      )`,
      sql`CREATE TABLE events (
        id uuid PRIMARY KEY,
        environment text NOT NULL,
        type text NOT NULL,
        body text NOT NULL,
        created_at timestamptz NOT NULL
      )`,
      sql`CREATE TABLE deliveries (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        event_id uuid NOT NULL REFERENCES events,
        endpoint_id text NOT NULL REFERENCES endpoints,
        state text NOT NULL DEFAULT 'pending',
        attempts integer NOT NULL DEFAULT 0,
        due_at timestamptz NOT NULL
      )`,
      sql`CREATE INDEX deliveries_due ON deliveries (endpoint_id, due_at, id) WHERE state = 'pending'`,
    ),
  },
  '0003_clock_and_journal': {
    up: statements(
      sql`CREATE TABLE clock (offset_ms double precision NOT NULL)`,
      sql`INSERT INTO clock VALUES (0)`,
      sql`CREATE TABLE journal (seq integer PRIMARY KEY, entry text NOT NULL)`,
    ),
  },
}
