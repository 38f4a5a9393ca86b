-- The orders of a rare status, so that a list of them scans no others. An index on orders.status would make each change
-- of an order write to every index of the table.
CREATE TABLE orders_by_status (
  store_id text NOT NULL,
  status text NOT NULL,
  -- Of the order.
  id text NOT NULL,
  PRIMARY KEY (store_id, status, id)
);
CREATE INDEX orders_by_status_and_age ON orders_by_status (status, id DESC);

CREATE FUNCTION list_order_by_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM puente.orders_by_status
    WHERE store_id = OLD.store_id AND status = OLD.status AND id = OLD.id;
  END IF;
  IF NEW.status NOT IN ('awaiting_payment', 'paid') THEN
    INSERT INTO puente.orders_by_status (store_id, status, id)
    VALUES (NEW.store_id, NEW.status, NEW.id) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
-- The conditions spare the usual change, from awaiting_payment to paid, the call.
CREATE TRIGGER order_made_in_status AFTER INSERT ON orders FOR EACH ROW
  WHEN (NEW.status NOT IN ('awaiting_payment', 'paid'))
  EXECUTE FUNCTION list_order_by_status();
CREATE TRIGGER order_changed_status AFTER UPDATE OF status ON orders FOR EACH ROW
  WHEN (OLD.status <> NEW.status
    AND (OLD.status NOT IN ('awaiting_payment', 'paid') OR NEW.status NOT IN ('awaiting_payment', 'paid')))
  EXECUTE FUNCTION list_order_by_status();

INSERT INTO orders_by_status (store_id, status, id)
SELECT store_id, status, id FROM orders WHERE status NOT IN ('awaiting_payment', 'paid');
