-- Lists across stores, newest first. No index covers a column that changes when an order gets paid.
CREATE INDEX payments_by_age ON payments (store_id, id DESC);
CREATE INDEX refunds_by_age ON refunds (store_id, id DESC);
CREATE INDEX alerts_open_by_age ON alerts (store_id, id DESC) WHERE closed_at IS NULL;
CREATE INDEX alerts_all_of_order ON alerts (order_id) WHERE order_id IS NOT NULL;

-- Assignee of an alert, and their note.
ALTER TABLE alerts ADD COLUMN assigned_to text, ADD COLUMN note text;
