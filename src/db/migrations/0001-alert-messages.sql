-- Groups of alerts that share one message: same kind and cause, opened within a short time.
CREATE TABLE alert_groups (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- NULL: about all stores, such as a shared gateway or channel.
  store_id text REFERENCES stores,
  kind text NOT NULL,
  cause text NOT NULL,
  opened_at timestamptz NOT NULL,
  last_alert_at timestamptz NOT NULL,
  next_check_at timestamptz NOT NULL,
  -- Time and extent of the last message.
  sent_at timestamptz,
  sent_extent jsonb,
  closed_at timestamptz
);
CREATE INDEX alert_groups_open ON alert_groups (next_check_at) WHERE closed_at IS NULL;

ALTER TABLE alerts ADD COLUMN group_id bigint REFERENCES alert_groups;
CREATE INDEX alerts_of_group ON alerts (group_id) WHERE group_id IS NOT NULL;
CREATE INDEX alerts_ungrouped ON alerts (id) WHERE group_id IS NULL AND closed_at IS NULL;

-- Messages about a group, one per channel, which wait until the channel accepts them.
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

-- State of the alert channels. The process that tries a channel sets its next try.
CREATE TABLE alert_channels (
  name text PRIMARY KEY,
  next_try_at timestamptz NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  failing_since timestamptz,
  last_error text
);
