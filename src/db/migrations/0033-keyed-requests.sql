-- Requests of the merchant API with an Idempotency-Key. No foreign key: it would lock the store's row once more.
CREATE TABLE keyed_requests (
  -- Store and key on a line each: a header has no line break.
  id text PRIMARY KEY,
  store_id text NOT NULL,
  -- Id of the order at the store, if the request names one.
  order_id text,
  operation text NOT NULL,
  -- A digest of each field, to name those in which a later request differs.
  fields jsonb NOT NULL,
  begun_at timestamptz NOT NULL,
  -- End of the lease of the request that runs; NULL: none runs.
  running_until timestamptz,
  -- Final answer, to repeat, sealed: it may hold a new secret. NULL: its answer may still change.
  sealed_answer text
);
CREATE INDEX keyed_requests_by_store ON keyed_requests (store_id);
