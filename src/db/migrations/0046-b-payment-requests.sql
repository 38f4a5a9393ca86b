-- What only the merchant knows of an order made at Puente. `paid_otherwise`: how the customer paid without the gateway.
CREATE TABLE payment_requests (
  order_id text PRIMARY KEY REFERENCES orders,
  store_id text NOT NULL REFERENCES stores,
  note text,
  paid_otherwise text
);
