-- Requests of the merchant API with an Idempotency-Key. No foreign key: it would lock the store's row once more.
CREATE TABLE keyed_requests (
  store_id text NOT NULL,
  key text NOT NULL,
  operation text NOT NULL,
  -- A digest of each field, to name those in which a later request differs.
  fields jsonb NOT NULL,
  begun_at timestamptz NOT NULL,
  -- NULL: ended. A time that has passed: its process ended first, so another may run it.
  running_until timestamptz,
  -- Final answer, to repeat, sealed: it may hold a new secret. NULL: the request runs, or its answer may still change.
  sealed_answer text,
  PRIMARY KEY (store_id, key)
);
CREATE INDEX keyed_requests_by_time ON keyed_requests (begun_at);
