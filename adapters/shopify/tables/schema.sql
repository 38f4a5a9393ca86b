-- Tables for Shopify only. Applied after src/db/schema.sql.

-- Shopify's messages name a shop, not a store.
CREATE INDEX stores_by_shop ON stores ((connection ->> 'shop')) WHERE platform = 'shopify';

-- A shop's access grant to an app.
CREATE TABLE shopify_sessions (
  id text PRIMARY KEY,
  shop text NOT NULL,
  sealed text NOT NULL,
  expires_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX shopify_sessions_by_shop ON shopify_sessions (shop);

-- A shop's remaining API call budget, shared by all processes.
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
  -- Time of Shopify's first refusal of the result. Only a refusal that lasts is final.
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

-- A refund that Puente is recording in Shopify. The input is text, because a retry under the same key
-- must send exactly the same bytes.
CREATE TABLE shopify_refund_entries (
  order_gid text NOT NULL,
  refund_id text NOT NULL,
  order_id text NOT NULL,
  key text NOT NULL,
  input text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Time of the last call without an answer, which Shopify may still be processing.
  unanswered_at timestamptz NOT NULL,
  PRIMARY KEY (order_gid, refund_id)
);
CREATE INDEX shopify_refund_entries_by_order ON shopify_refund_entries (order_id);

-- The name of a payment method that waiting orders have and the store does not accept.
CREATE TABLE shopify_method_names (
  store_id text NOT NULL,
  name text NOT NULL,
  since timestamptz NOT NULL,
  asked_at timestamptz NOT NULL,
  is_manual boolean,
  PRIMARY KEY (store_id, name)
);
