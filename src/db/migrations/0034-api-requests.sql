-- Changing and refused requests of the merchant API, masked, as "puente requests" shows them. Callers choose ids, so
-- an id may repeat.
CREATE TABLE api_requests (
  id text NOT NULL,
  at timestamptz NOT NULL,
  store_id text NOT NULL,
  actor json NOT NULL,
  from_address text,
  operation text NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  subject text,
  idempotency_key text,
  request json,
  -- 499: the caller left before the answer.
  status integer NOT NULL,
  duration_ms integer NOT NULL,
  problem json
);
CREATE INDEX api_requests_by_id ON api_requests (id);
