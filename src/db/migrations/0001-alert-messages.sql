-- Alerts that people hear of as one: those of one kind and cause that open soon after each other.
CREATE TABLE alert_groups (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- NULL: of all stores, whose one gateway or channel it is about.
  store_id text REFERENCES stores,
  kind text NOT NULL,
  cause text NOT NULL,
  opened_at timestamptz NOT NULL,
  last_alert_at timestamptz NOT NULL,
  next_check_at timestamptz NOT NULL,
  -- When people were last sent how much it is, and how much that was.
  sent_at timestamptz,
  sent_extent jsonb,
  closed_at timestamptz
);
CREATE INDEX alert_groups_open ON alert_groups (next_check_at) WHERE closed_at IS NULL;

ALTER TABLE alerts ADD COLUMN group_id bigint REFERENCES alert_groups;
CREATE INDEX alerts_of_group ON alerts (group_id) WHERE group_id IS NOT NULL;
CREATE INDEX alerts_ungrouped ON alerts (id) WHERE group_id IS NULL AND closed_at IS NULL;

-- A message about a group of alerts for one channel; it waits until the channel has taken it.
CREATE TABLE alert_messages (
  id text PRIMARY KEY,
  number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  group_id bigint NOT NULL REFERENCES alert_groups,
  channel text NOT NULL,
  content jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  outcome text CHECK (outcome IN ('sent', 'given_up'))
);
CREATE INDEX alert_messages_waiting ON alert_messages (channel, number) WHERE ended_at IS NULL;
CREATE INDEX alert_messages_of_group ON alert_messages (group_id);

-- How a channel of alerts has answered; whoever tries it sets when it is tried next.
CREATE TABLE alert_channels (
  name text PRIMARY KEY,
  next_try_at timestamptz NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  failing_since timestamptz,
  last_error text
);
