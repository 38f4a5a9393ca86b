-- What people read across stores, newest first. No index holds what changes while an order is paid.
CREATE INDEX payments_by_age ON payments (store_id, id DESC);
CREATE INDEX refunds_by_age ON refunds (store_id, id DESC);
CREATE INDEX alerts_open_by_age ON alerts (store_id, id DESC) WHERE closed_at IS NULL;
CREATE INDEX alerts_all_of_order ON alerts (order_id) WHERE order_id IS NOT NULL;

-- Who sees to an alert, and what they wrote down about it.
ALTER TABLE alerts ADD COLUMN assigned_to text, ADD COLUMN note text;
