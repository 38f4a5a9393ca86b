-- Alert channels of one store, in addition to the installation's.
CREATE TABLE store_alert_channels (
  -- Equals alert_channels.name.
  id text PRIMARY KEY,
  store_id text NOT NULL REFERENCES stores,
  kind text NOT NULL CHECK (kind IN ('email', 'slack', 'webhook')),
  sealed_receiver text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX store_alert_channels_of_store ON store_alert_channels (store_id);
