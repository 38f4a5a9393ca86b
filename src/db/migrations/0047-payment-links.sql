-- Links that customers pay at without a shop's order. Each payment of a link is an order of its own.
CREATE TABLE payment_links (
  id text PRIMARY KEY,
  store_id text NOT NULL REFERENCES stores,
  -- Public part of its address.
  token text NOT NULL UNIQUE,
  name text NOT NULL,
  description text,
  -- NULL: the customer enters the amount, within the bounds.
  amount_minor bigint CHECK (amount_minor > 0),
  min_minor bigint CHECK (min_minor > 0),
  max_minor bigint CHECK (max_minor > 0),
  currency text NOT NULL,
  -- Places; NULL: no bound. Each order takes one until the gateway says that its payment expired.
  stock integer CHECK (stock > 0),
  starts_at timestamptz,
  ends_at timestamptz,
  -- What the page asks the customer for: `{"name": "required", "table": "optional"}`.
  fields jsonb NOT NULL DEFAULT '{}',
  -- NULL: the reader's language.
  language text CHECK (language IN ('es', 'en')),
  -- Orders so far; numbers them.
  orders integer NOT NULL DEFAULT 0,
  created_by jsonb,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  closed_at timestamptz
);
CREATE INDEX payment_links_of_store ON payment_links (store_id, id DESC);
-- commit
ALTER TABLE orders ADD COLUMN payment_link_id text REFERENCES payment_links;
CREATE INDEX orders_of_payment_link ON orders (payment_link_id, id DESC) WHERE payment_link_id IS NOT NULL;
-- commit
-- Colour and logo on customers' pages: `{"color": "#0a7d4f", "logo": "<SHA-256>.png"}`.
ALTER TABLE stores ADD COLUMN brand jsonb;
CREATE TABLE store_logos (
  store_id text PRIMARY KEY REFERENCES stores,
  -- SHA-256 of the bytes, hex, with the extension of their type.
  name text NOT NULL,
  bytes bytea NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX store_logos_by_name ON store_logos (name);
