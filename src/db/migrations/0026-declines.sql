-- Declined charges, each once: one per event of a hosted checkout, at most one per direct charge.
CREATE TABLE declines (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id text NOT NULL,
  -- Event id, or `charge` for a charge without a hosted checkout.
  occasion text NOT NULL,
  store_id text NOT NULL,
  order_id text NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  -- NULL: the gateway gave no reason.
  code text,
  message text,
  declined_at timestamptz NOT NULL,
  UNIQUE (payment_id, occasion)
);
CREATE INDEX declines_by_time ON declines (declined_at, id);
CREATE INDEX declines_of_order ON declines (order_id);

-- commit
-- Backfills declines of the last 13 months from the timeline. No foreign keys: they would lock `payments`
-- against writes meanwhile.
WITH seen AS (
  SELECT payment_id, details ->> 'event' AS event_id, min(at) AS at FROM timeline
  WHERE at > now() - interval '13 months' AND payment_id IS NOT NULL
    AND (kind = 'payment_declined' OR (kind = 'event_applied' AND details ->> 'type' = 'payment.failed'))
  GROUP BY 1, 2
)
INSERT INTO declines (payment_id, occasion, store_id, order_id, amount_minor, currency, code, message, declined_at)
SELECT payments.id, CASE WHEN mode = 'hosted' THEN event_id ELSE 'charge' END, store_id, order_id, amount_minor,
  currency, decline ->> 'code', decline ->> 'message', min(seen.at)
FROM seen JOIN payments ON payments.id = seen.payment_id
WHERE mode <> 'hosted' OR event_id IS NOT NULL
GROUP BY payments.id, 2;

-- Lists orders by amount; paying an order does not change it.
CREATE INDEX orders_by_amount ON orders (store_id, amount_minor, id);

-- Brand and last digits of saved cards, from the events that report them.
CREATE TABLE known_cards (
  store_id text NOT NULL,
  payment_method_id text NOT NULL,
  brand text,
  last_four text,
  PRIMARY KEY (store_id, payment_method_id)
);
