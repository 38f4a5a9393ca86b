-- At once, since a lock that grows later could deadlock with running processes. The indexes are built before.
LOCK TABLE orders, payments IN ACCESS EXCLUSIVE MODE;

-- The searched value comes first: one descent finds it in all stores of a person, instead of one
-- descent per store.
CREATE UNIQUE INDEX orders_external_id_store_id_key ON orders (external_id, store_id);
ALTER TABLE orders
  DROP CONSTRAINT orders_store_id_external_id_key,
  ADD UNIQUE USING INDEX orders_external_id_store_id_key;
DROP INDEX orders_by_number;
CREATE INDEX orders_by_number ON orders (number, store_id, id DESC) WHERE number IS NOT NULL;
CREATE UNIQUE INDEX payments_gateway_payment_id_store_id_key
  ON payments (gateway_payment_id, store_id);
ALTER TABLE payments
  DROP CONSTRAINT payments_store_id_gateway_payment_id_key,
  ADD UNIQUE USING INDEX payments_gateway_payment_id_store_id_key;

-- commit
-- Without these statistics, PostgreSQL expects as many days as payments, and sorts all of these to sum them.
CREATE STATISTICS payments_by_day
  ON ((paid_at AT TIME ZONE 'UTC' - interval '6 hours')::date) FROM payments;
ANALYZE payments;
