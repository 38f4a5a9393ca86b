-- A channel on which the people of one store hear of its alerts, beside those of the installation.
CREATE TABLE store_alert_channels (
  -- As in alert_channels.name.
  id text PRIMARY KEY,
  store_id text NOT NULL REFERENCES stores,
  kind text NOT NULL CHECK (kind IN ('email', 'slack', 'webhook')),
  sealed_receiver text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX store_alert_channels_of_store ON store_alert_channels (store_id);
