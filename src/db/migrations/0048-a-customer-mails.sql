-- E-mails to customers about their orders, one for each occasion.
CREATE TABLE customer_mails (
  -- Digest of the occasion, and the Message-ID.
  id text PRIMARY KEY,
  store_id text NOT NULL REFERENCES stores,
  order_id text NOT NULL REFERENCES orders,
  payment_id text REFERENCES payments,
  kind text NOT NULL CHECK (kind IN ('receipt', 'refund', 'void', 'request', 'reminder')),
  -- Of the refund or void that it reports.
  amount_minor bigint,
  -- 'sending': a process gives it to the mail server, or ended before the answer.
  state text NOT NULL CHECK (state IN ('waiting', 'sending', 'sent', 'refused', 'unknown', 'failed', 'not_sent')),
  -- Where it goes instead of the order's address; then where it went. NULL once the customer is erased.
  to_address text,
  -- Why it was not sent, without the address.
  detail text,
  failures integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  sent_at timestamptz
);
CREATE INDEX customer_mails_of_order ON customer_mails (order_id, created_at);
