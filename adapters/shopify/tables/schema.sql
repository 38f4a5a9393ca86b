-- What Puente keeps for Shopify alone. Applied after src/db/schema.sql.

-- Each message of Shopify names a shop, not a store.
CREATE INDEX stores_by_shop ON stores ((connection ->> 'shop')) WHERE platform = 'shopify';

-- The access that a shop gave to an app.
CREATE TABLE shopify_sessions (
  id text PRIMARY KEY,
  shop text NOT NULL,
  sealed text NOT NULL,
  expires_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX shopify_sessions_by_shop ON shopify_sessions (shop);

-- What is left of the calls that a shop takes from us, for all processes together.
CREATE TABLE shopify_budgets (
  shop text NOT NULL,
  api text NOT NULL,
  available double precision NOT NULL,
  maximum double precision NOT NULL,
  restore_rate double precision NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (shop, api)
);

-- A payment that a shop started through an approved payments app.
CREATE TABLE shopify_payment_sessions (
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
  -- Since when Shopify refuses to hear of the session: one refusal says nothing yet.
  refused_at timestamptz,
  next_url text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (shop, id)
);
CREATE INDEX shopify_payment_sessions_by_order ON shopify_payment_sessions (order_id);

-- A refund that a shop started through an approved payments app.
CREATE TABLE shopify_refund_sessions (
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
);
CREATE INDEX shopify_refund_sessions_by_order ON shopify_refund_sessions (order_id);

-- A refund that Puente is entering in Shopify. Its input is kept as text, because the same key wants
-- the same input, to the letter.
CREATE TABLE shopify_refund_entries (
  order_gid text NOT NULL,
  refund_id text NOT NULL,
  order_id text NOT NULL,
  key text NOT NULL,
  input text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Since when Shopify may still be entering it.
  unanswered_at timestamptz NOT NULL,
  PRIMARY KEY (order_gid, refund_id)
);
CREATE INDEX shopify_refund_entries_by_order ON shopify_refund_entries (order_id);

-- The name of a payment method with which orders of a store wait, and which the store does not take.
CREATE TABLE shopify_method_names (
  store_id text NOT NULL,
  name text NOT NULL,
  since timestamptz NOT NULL,
  asked_at timestamptz NOT NULL,
  is_manual boolean,
  PRIMARY KEY (store_id, name)
);
