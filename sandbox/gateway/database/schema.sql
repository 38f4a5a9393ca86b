-- The sandbox's tables, in a separate schema from Puente's.

CREATE TABLE payments (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 100001) PRIMARY KEY,
  environment text NOT NULL,
  slug text NOT NULL UNIQUE,
  origin text NOT NULL DEFAULT 'checkout',
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
);
CREATE INDEX payments_newest ON payments (environment, created_at DESC, id DESC);
CREATE INDEX payments_reference ON payments (environment, external_reference);
CREATE INDEX payments_reusable ON payments (environment) WHERE reusable;
CREATE INDEX payments_expiring ON payments (expires_at) WHERE status = 'pending';

CREATE TABLE transactions (
  id uuid PRIMARY KEY,
  payment_id integer NOT NULL REFERENCES payments,
  environment text NOT NULL DEFAULT 'test',
  status text NOT NULL,
  total_minor bigint NOT NULL,
  subtotal_minor bigint NOT NULL DEFAULT 0,
  sales_tax_minor bigint NOT NULL DEFAULT 0,
  service_fee_minor bigint NOT NULL DEFAULT 0,
  refunded_minor bigint NOT NULL DEFAULT 0,
  iso_response_code text,
  test_card text NOT NULL DEFAULT 'approved',
  card_brand text NOT NULL,
  card_last_four text NOT NULL,
  card_exp_month integer NOT NULL DEFAULT 12,
  card_exp_year integer NOT NULL DEFAULT 2099,
  save_card_for json,
  form_key uuid,
  form_fields json,
  authenticate_by timestamptz,
  success_redirect_url text,
  failed_redirect_url text,
  created_at timestamptz NOT NULL,
  paid_at timestamptz,
  settles_at timestamptz,
  voided_at timestamptz,
  void_reason text,
  UNIQUE (payment_id, form_key)
);
CREATE INDEX transactions_challenged ON transactions (authenticate_by) WHERE status = 'pending';

CREATE TABLE refunds (
  id uuid PRIMARY KEY,
  transaction_id uuid NOT NULL REFERENCES transactions,
  amount_minor bigint NOT NULL,
  reason text,
  created_at timestamptz NOT NULL
);

CREATE TABLE payment_methods (
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
);
CREATE INDEX payment_methods_identity
  ON payment_methods (environment, customer_identity_number) WHERE revoked_at IS NULL;
CREATE INDEX payment_methods_email
  ON payment_methods (environment, lower(customer_email)) WHERE revoked_at IS NULL;
-- One default card for a customer: the identity number, or the e-mail address where there is none.
CREATE UNIQUE INDEX payment_methods_default
  ON payment_methods (environment, (CASE
    WHEN customer_identity_number <> '' THEN 'identity ' || customer_identity_number
    WHEN customer_email <> '' THEN 'email ' || lower(customer_email) END))
  WHERE is_default AND revoked_at IS NULL;

-- A single-use card token of the browser SDK.
CREATE TABLE payment_tokens (
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
);

CREATE TABLE idempotency_keys (
  environment text NOT NULL,
  operation text NOT NULL DEFAULT 'create_payment',
  key_hash text NOT NULL,
  payment_id integer NOT NULL REFERENCES payments,
  transaction_id uuid,
  PRIMARY KEY (environment, operation, key_hash)
);

CREATE TABLE endpoints (
  id text PRIMARY KEY,
  position bigint GENERATED ALWAYS AS IDENTITY,
  environment text NOT NULL,
  url text NOT NULL,
  secret text NOT NULL,
  from_settings boolean NOT NULL
);

CREATE TABLE events (
  id uuid PRIMARY KEY,
  environment text NOT NULL,
  type text NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL
);

-- No foreign key to the endpoint: a charge must not fail if the endpoint is deleted while the charge
-- writes its event.
CREATE TABLE deliveries (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES events,
  endpoint_id text NOT NULL,
  state text NOT NULL DEFAULT 'pending',
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL,
  first_attempt_at timestamptz,
  is_copy boolean NOT NULL DEFAULT false,
  is_resent boolean NOT NULL DEFAULT false,
  fault text,
  fault_key text,
  planned_fault text
);
CREATE INDEX deliveries_due ON deliveries (endpoint_id, due_at, id) WHERE state = 'pending';
CREATE INDEX deliveries_held ON deliveries (endpoint_id, id)
  WHERE state = 'pending' AND fault = 'reorder' AND attempts = 0;

-- For the portal's history.
CREATE TABLE delivery_attempts (
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
  duration_ms integer NOT NULL,
  is_resent boolean NOT NULL DEFAULT false,
  next_at timestamptz
);

-- Clock offset; one row.
CREATE TABLE clock (offset_ms double precision NOT NULL);
INSERT INTO clock VALUES (0);

CREATE TABLE journal (seq integer PRIMARY KEY, entry text NOT NULL);

-- Profile, faults and signing key, which survive a restart.
CREATE TABLE state (name text PRIMARY KEY, value json NOT NULL);
