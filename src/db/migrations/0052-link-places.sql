-- Orders that hold a place of a payment link. A count of places reads no other orders, because those that freed their
-- place may be many. An index on orders.status would make each change of an order write to every index of the table.
CREATE TABLE link_places (
  payment_link_id text NOT NULL,
  order_id text NOT NULL,
  -- Digest of the link and the customer's internet connection, until the order is paid or frees its place.
  line text,
  -- Latest expiry, if only disabled payments keep the place of a cancelled or expired order. A person may enable them
  -- until then, and the gateway reports no end.
  ends_at timestamptz,
  PRIMARY KEY (payment_link_id, order_id) INCLUDE (ends_at)
);
CREATE INDEX link_places_by_line ON link_places (payment_link_id, line) WHERE line IS NOT NULL;

-- A cancelled or expired order frees its place once the gateway can charge none of its payments: each expired, was
-- refused, or never existed there. A late charge takes the place again.
CREATE FUNCTION note_link_place() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text;
  link text;
  is_held boolean;
  is_unpaid boolean;
  ends timestamptz;
BEGIN
  IF TG_TABLE_NAME = 'orders' THEN changed := NEW.id; ELSE changed := NEW.order_id; END IF;
  SELECT orders.payment_link_id,
      orders.status NOT IN ('cancelled', 'payment_expired') OR chargeable.payments > 0,
      orders.status IN ('awaiting_payment', 'payment_expired', 'cancelled'),
      CASE WHEN orders.status IN ('cancelled', 'payment_expired') AND chargeable.are_disabled THEN chargeable.ends END
    INTO link, is_held, is_unpaid, ends
    FROM puente.orders, LATERAL (
      SELECT count(*) AS payments, bool_and(state = 'disabled' AND expires_at IS NOT NULL) AS are_disabled, max(expires_at) AS ends
      FROM puente.payments WHERE order_id = orders.id AND state NOT IN ('expired', 'refused', 'abandoned')
    ) chargeable
    WHERE orders.id = changed;
  IF link IS NULL THEN RETURN NULL; END IF;
  IF NOT is_held THEN
    DELETE FROM puente.link_places WHERE payment_link_id = link AND order_id = changed;
    RETURN NULL;
  END IF;
  INSERT INTO puente.link_places AS place (payment_link_id, order_id, ends_at) VALUES (link, changed, ends)
    ON CONFLICT (payment_link_id, order_id) DO UPDATE SET ends_at = EXCLUDED.ends_at
    WHERE place.ends_at IS DISTINCT FROM EXCLUDED.ends_at;
  IF NOT is_unpaid THEN
    UPDATE puente.link_places SET line = NULL
    WHERE payment_link_id = link AND order_id = changed AND line IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;
-- The conditions skip the call for the usual change, a payment that pays an order of a shop.
CREATE TRIGGER link_place_taken AFTER INSERT ON orders FOR EACH ROW
  WHEN (NEW.payment_link_id IS NOT NULL)
  EXECUTE FUNCTION note_link_place();
CREATE TRIGGER link_place_of_order AFTER UPDATE OF status ON orders FOR EACH ROW
  WHEN (NEW.payment_link_id IS NOT NULL AND OLD.status <> NEW.status)
  EXECUTE FUNCTION note_link_place();
CREATE TRIGGER link_place_of_payment AFTER UPDATE OF state, expires_at ON payments FOR EACH ROW
  WHEN ((OLD.state <> NEW.state
      AND (OLD.state IN ('expired', 'refused', 'abandoned', 'disabled')
        OR NEW.state IN ('expired', 'refused', 'abandoned', 'disabled')))
    OR (NEW.state = 'disabled' AND OLD.expires_at IS DISTINCT FROM NEW.expires_at))
  EXECUTE FUNCTION note_link_place();
-- A payment found at the gateway for an order that a restored database lost.
CREATE TRIGGER link_place_of_found_payment AFTER INSERT ON payments FOR EACH ROW
  WHEN (NEW.state NOT IN ('intended', 'expired', 'refused', 'abandoned'))
  EXECUTE FUNCTION note_link_place();

INSERT INTO link_places (payment_link_id, order_id, ends_at)
SELECT payment_link_id, id,
  CASE WHEN status IN ('cancelled', 'payment_expired') AND chargeable.are_disabled THEN chargeable.ends END
FROM orders, LATERAL (
  SELECT count(*) AS payments, bool_and(state = 'disabled' AND expires_at IS NOT NULL) AS are_disabled, max(expires_at) AS ends
  FROM payments WHERE order_id = orders.id AND state NOT IN ('expired', 'refused', 'abandoned')
) chargeable
WHERE payment_link_id IS NOT NULL AND (status NOT IN ('cancelled', 'payment_expired') OR chargeable.payments > 0);
