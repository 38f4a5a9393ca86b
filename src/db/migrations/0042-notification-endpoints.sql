-- Addresses that get a store's notifications besides the store's own, each with a filter and a secret.
CREATE TABLE notification_endpoints (
  id text PRIMARY KEY,
  store_id text NOT NULL REFERENCES stores,
  url text NOT NULL,
  description text,
  -- Types of notifications; NULL: all.
  events text[],
  -- `user:password` of the address.
  sealed_login text,
  sealed_secret text NOT NULL,
  -- Replaced secrets, which also sign until they expire.
  sealed_previous_secrets text,
  previous_secrets_until timestamptz,
  disabled_at timestamptz,
  disabled_by text CHECK (disabled_by IN ('failures', 'person')),
  -- Start of what the endpoint has missed; NULL: nothing, or a replay covered it.
  missed_since timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX notification_endpoints_of_store ON notification_endpoints (store_id, created_at, id);
-- commit
-- Copy of the endpoints' filters: decisions about orders read it with the store. NULL: no endpoints.
ALTER TABLE stores ADD COLUMN endpoints jsonb;
-- commit
-- A task for an endpoint needs `endpoint:` and its id: each endpoint has its own circuit, capacity and backlog.
ALTER TABLE tasks DROP CONSTRAINT tasks_needs_check;
ALTER TABLE tasks ADD CONSTRAINT tasks_needs_check
  CHECK (needs IN ('db', 'gateway', 'shop') OR needs LIKE 'endpoint:%') NOT VALID;
-- Looks up what an endpoint got, by message id.
CREATE INDEX tasks_of_endpoints ON tasks (needs, (payload ->> 'messageId'))
  WHERE kind = 'notify-endpoint';
