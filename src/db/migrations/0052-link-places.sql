-- The orders that hold a place of a payment link, so that a count of its places reads no others: those that gave their
-- place back may be many. An index on orders.status would make each change of an order write to every index of the table.
CREATE TABLE link_places (
  payment_link_id text NOT NULL,
  -- Of the order.
  order_id text NOT NULL,
  -- Digest of the link and the customer's internet connection, until the order is paid or gives its place back.
  line text,
  PRIMARY KEY (payment_link_id, order_id)
);
CREATE INDEX link_places_by_line ON link_places (payment_link_id, line) WHERE line IS NOT NULL;

-- An order gives its place back once it is cancelled and the gateway can charge none of its payments: each expired, was
-- refused, or never existed there. A late charge takes it again.
CREATE FUNCTION note_link_place() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text;
  link text;
  is_held boolean;
  is_unpaid boolean;
BEGIN
  IF TG_TABLE_NAME = 'orders' THEN changed := NEW.id; ELSE changed := NEW.order_id; END IF;
  SELECT orders.payment_link_id,
      orders.status <> 'cancelled' OR EXISTS (
        SELECT FROM puente.payments WHERE payments.order_id = orders.id
          AND payments.state NOT IN ('expired', 'refused', 'abandoned')),
      orders.status IN ('awaiting_payment', 'payment_expired', 'cancelled')
    INTO link, is_held, is_unpaid
    FROM puente.orders WHERE orders.id = changed;
  IF link IS NULL THEN RETURN NULL; END IF;
  IF NOT is_held THEN
    DELETE FROM puente.link_places WHERE payment_link_id = link AND order_id = changed;
    RETURN NULL;
  END IF;
  INSERT INTO puente.link_places (payment_link_id, order_id) VALUES (link, changed) ON CONFLICT DO NOTHING;
  IF NOT is_unpaid THEN
    UPDATE puente.link_places SET line = NULL
    WHERE payment_link_id = link AND order_id = changed AND line IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;
-- The conditions spare the usual change, a payment that pays an order of a shop, the call.
CREATE TRIGGER link_place_taken AFTER INSERT ON orders FOR EACH ROW
  WHEN (NEW.payment_link_id IS NOT NULL)
  EXECUTE FUNCTION note_link_place();
CREATE TRIGGER link_place_of_order AFTER UPDATE OF status ON orders FOR EACH ROW
  WHEN (NEW.payment_link_id IS NOT NULL AND OLD.status <> NEW.status)
  EXECUTE FUNCTION note_link_place();
CREATE TRIGGER link_place_of_payment AFTER UPDATE OF state ON payments FOR EACH ROW
  WHEN (OLD.state <> NEW.state
    AND (OLD.state IN ('expired', 'refused', 'abandoned') OR NEW.state IN ('expired', 'refused', 'abandoned')))
  EXECUTE FUNCTION note_link_place();

INSERT INTO link_places (payment_link_id, order_id)
SELECT payment_link_id, id FROM orders
WHERE payment_link_id IS NOT NULL AND (status <> 'cancelled' OR EXISTS (
  SELECT FROM payments WHERE order_id = orders.id AND state NOT IN ('expired', 'refused', 'abandoned')));
