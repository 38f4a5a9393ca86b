import { type Kysely, sql } from 'kysely'
import type { Migrations } from '../../../src/runtime/migrate.ts'

/** The sandbox's own schema, apart from everything of Puente's. */
export const SCHEMA = 'sandbox'

const statements =
  (...all: ReturnType<typeof sql>[]) =>
  async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of all) await statement.execute(db)
  }

/** The customer of a saved card: the identity number, or the e-mail address where there is none. */
const WHOSE_CARD = sql`CASE
  WHEN customer_identity_number <> '' THEN 'identity ' || customer_identity_number
  WHEN customer_email <> '' THEN 'email ' || lower(customer_email) END`

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
  '0004_transactions_and_cards': {
    up: statements(
      sql`ALTER TABLE payments ADD COLUMN origin text NOT NULL DEFAULT 'checkout'`,
      sql`ALTER TABLE transactions RENAME COLUMN outcome TO status`,
      sql`ALTER TABLE transactions RENAME COLUMN amount_minor TO total_minor`,
      sql`UPDATE transactions SET status = 'paid' WHERE status = 'approved'`,
      sql`ALTER TABLE transactions
        ALTER COLUMN iso_response_code DROP NOT NULL,
        ADD COLUMN environment text NOT NULL DEFAULT 'test',
        ADD COLUMN subtotal_minor bigint NOT NULL DEFAULT 0,
        ADD COLUMN sales_tax_minor bigint NOT NULL DEFAULT 0,
        ADD COLUMN service_fee_minor bigint NOT NULL DEFAULT 0,
        ADD COLUMN refunded_minor bigint NOT NULL DEFAULT 0,
        ADD COLUMN test_card text NOT NULL DEFAULT 'approved',
        ADD COLUMN card_exp_month integer NOT NULL DEFAULT 12,
        ADD COLUMN card_exp_year integer NOT NULL DEFAULT 2099,
        ADD COLUMN paid_at timestamptz,
        ADD COLUMN settles_at timestamptz,
        ADD COLUMN void_reason text,
        ADD COLUMN authenticate_by timestamptz,
        ADD COLUMN success_redirect_url text,
        ADD COLUMN failed_redirect_url text,
        ADD COLUMN save_card_for json`,
      sql`UPDATE transactions SET
          environment = payments.environment,
          subtotal_minor = payments.subtotal_minor,
          sales_tax_minor = payments.sales_tax_minor,
          service_fee_minor = payments.service_fee_minor,
          paid_at = CASE WHEN transactions.status = 'paid' THEN transactions.created_at END,
          settles_at = CASE WHEN transactions.status = 'paid' THEN transactions.created_at END
        FROM payments WHERE payments.id = transactions.payment_id`,
      sql`CREATE INDEX transactions_challenged ON transactions (authenticate_by)
        WHERE status = 'pending'`,
      sql`CREATE TABLE refunds (
        id uuid PRIMARY KEY,
        transaction_id uuid NOT NULL REFERENCES transactions,
        amount_minor bigint NOT NULL,
        reason text,
        created_at timestamptz NOT NULL
      )`,
      sql`CREATE TABLE payment_methods (
        id text PRIMARY KEY,
        environment text NOT NULL,
        test_card text NOT NULL,
        card_brand text NOT NULL,
        card_last_four text NOT NULL,
        card_exp_month integer NOT NULL,
        card_exp_year integer NOT NULL,
        is_default boolean NOT NULL,
        customer_identity_number text,
        customer_email text,
        created_at timestamptz NOT NULL,
        revoked_at timestamptz
      )`,
      sql`CREATE INDEX payment_methods_identity
        ON payment_methods (environment, customer_identity_number) WHERE revoked_at IS NULL`,
      sql`CREATE INDEX payment_methods_email
        ON payment_methods (environment, lower(customer_email)) WHERE revoked_at IS NULL`,
      sql`CREATE TABLE payment_tokens (
        id text PRIMARY KEY,
        environment text NOT NULL,
        test_card text NOT NULL,
        card_brand text NOT NULL,
        card_last_four text NOT NULL,
        card_exp_month integer NOT NULL,
        card_exp_year integer NOT NULL,
        payment_id integer,
        customer json NOT NULL,
        description text,
        metadata json NOT NULL,
        save_card boolean NOT NULL,
        created_at timestamptz NOT NULL,
        used_at timestamptz
      )`,
      sql`ALTER TABLE idempotency_keys
        DROP CONSTRAINT idempotency_keys_pkey,
        ADD COLUMN operation text NOT NULL DEFAULT 'create_payment',
        ADD COLUMN transaction_id uuid,
        ADD PRIMARY KEY (environment, operation, key_hash)`,
      sql`CREATE TABLE state (name text PRIMARY KEY, value json NOT NULL)`,
    ),
  },
  '0005_delivery_attempts': {
    up: statements(
      sql`CREATE TABLE delivery_attempts (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        environment text NOT NULL,
        endpoint_id text NOT NULL,
        url text NOT NULL,
        event_id uuid NOT NULL,
        event_type text NOT NULL,
        attempt integer NOT NULL,
        at timestamptz NOT NULL,
        status integer,
        error text,
        answer text,
        duration_ms integer NOT NULL
      )`,
      // An endpoint may be deleted while a charge writes its event: the charge must not fail.
      sql`ALTER TABLE deliveries DROP CONSTRAINT deliveries_endpoint_id_fkey`,
    ),
  },
  '0006_form_fields': {
    up: statements(sql`ALTER TABLE transactions ADD COLUMN form_fields json`),
  },
  '0007_faults': {
    up: statements(
      sql`ALTER TABLE deliveries
        ADD COLUMN fault text,
        ADD COLUMN is_copy boolean NOT NULL DEFAULT false,
        ADD COLUMN fault_key text,
        ADD COLUMN first_attempt_at timestamptz`,
      sql`CREATE INDEX deliveries_held ON deliveries (endpoint_id, id)
        WHERE state = 'pending' AND fault = 'reorder' AND attempts = 0`,
    ),
  },
  '0008_one_default_card': {
    up: statements(
      // Cards that were saved at once may have made several.
      sql`UPDATE payment_methods SET is_default = ranked.place = 1
        FROM (
          SELECT id, row_number() OVER (
            PARTITION BY environment, ${WHOSE_CARD} ORDER BY is_default DESC, created_at, id
          ) AS place
          FROM payment_methods WHERE revoked_at IS NULL AND ${WHOSE_CARD} IS NOT NULL
        ) AS ranked WHERE ranked.id = payment_methods.id`,
      sql`CREATE UNIQUE INDEX payment_methods_default
        ON payment_methods (environment, (${WHOSE_CARD})) WHERE is_default AND revoked_at IS NULL`,
    ),
  },
  '0009_planned_faults': {
    up: statements(sql`ALTER TABLE deliveries ADD COLUMN planned_fault text`),
  },
  '0010_delivery_history': {
    up: statements(
      sql`ALTER TABLE deliveries ADD COLUMN is_resent boolean NOT NULL DEFAULT false`,
      sql`ALTER TABLE delivery_attempts
        ADD COLUMN is_resent boolean NOT NULL DEFAULT false,
        ADD COLUMN next_at timestamptz`,
      sql`ALTER TABLE endpoints ADD COLUMN position bigint GENERATED ALWAYS AS IDENTITY`,
    ),
  },
  '0011_time_of_void': {
    up: statements(sql`ALTER TABLE transactions ADD COLUMN voided_at timestamptz`),
  },
}
