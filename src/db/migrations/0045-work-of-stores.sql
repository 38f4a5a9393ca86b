-- Work that each store caused in an hour, and how many of its notifications missed the service level. Processes count
-- in memory and add every few seconds.
CREATE TABLE store_work (
  hour timestamptz NOT NULL,
  store_id text NOT NULL,
  events bigint NOT NULL,
  tasks bigint NOT NULL,
  notifications bigint NOT NULL,
  -- Notifications that took longer than the level allows.
  late bigint NOT NULL,
  -- Those of them that the store did not accept at the first try.
  late_after_failure bigint NOT NULL,
  PRIMARY KEY (hour, store_id)
);
