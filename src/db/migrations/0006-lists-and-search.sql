-- Lists what came for a store, the newest first. What comes is appended at one end for each store.
CREATE INDEX inbox_of_store ON inbox (store_id, received_at, seq);
-- What the gateway calls a charge of an order, so that it is found by that: an index on the columns of the
-- payment would keep it from being updated in place when it is paid.
CREATE TABLE order_search_terms (
  term text COLLATE "C" NOT NULL,
  order_id text NOT NULL,
  PRIMARY KEY (term, order_id)
);
INSERT INTO order_search_terms (term, order_id)
SELECT transaction_id, order_id FROM payments WHERE transaction_id IS NOT NULL
UNION
SELECT charge_id, order_id FROM payments WHERE charge_id IS NOT NULL;
-- What its store says of an order does not change while it is paid.
CREATE INDEX orders_by_email ON orders (lower(customer ->> 'email'), store_id, id DESC)
  WHERE customer ->> 'email' IS NOT NULL;
