-- A store's favourites at the counter.
CREATE TABLE counter_items (
  id text PRIMARY KEY,
  store_id text NOT NULL REFERENCES stores,
  name text NOT NULL,
  price_minor bigint NOT NULL,
  currency text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX counter_items_of_store ON counter_items (store_id, created_at, id);
-- commit
-- The counter that made a request, and the part of the amount that is a tip, chosen there.
ALTER TABLE payment_requests
  ADD COLUMN counter text,
  ADD COLUMN tip_minor bigint,
  ADD COLUMN paid_otherwise_at timestamptz;
-- commit
CREATE INDEX payment_requests_paid_otherwise ON payment_requests (store_id, paid_otherwise_at)
  WHERE paid_otherwise_at IS NOT NULL;
