-- Lists a store's messages, newest first. Inserts append at one end per store.
CREATE INDEX inbox_of_store ON inbox (store_id, received_at, seq);
-- Transaction ids of an order's charges, for search. A separate table, because an index on the payment's
-- columns would prevent heap-only updates when it gets paid.
CREATE TABLE order_search_terms (
  term text COLLATE "C" NOT NULL,
  order_id text NOT NULL,
  PRIMARY KEY (term, order_id)
);
-- commit
INSERT INTO order_search_terms (term, order_id)
SELECT transaction_id, order_id FROM payments WHERE transaction_id IS NOT NULL
UNION
SELECT charge_id, order_id FROM payments WHERE charge_id IS NOT NULL;
-- A payment does not change the customer, so this index does not prevent heap-only updates.
CREATE INDEX orders_by_email ON orders (lower(customer ->> 'email'), store_id, id DESC)
  WHERE customer ->> 'email' IS NOT NULL;
