-- Tries of notifications with the HTTP calls of each, as the delivery log shows them. No foreign key: it would
-- lock the task once more per notification; retention deletes attempts before their tasks.
CREATE TABLE delivery_attempts (
  task_id bigint NOT NULL,
  try integer NOT NULL,
  at timestamptz NOT NULL,
  outcome text NOT NULL,
  calls json NOT NULL,
  PRIMARY KEY (task_id, try)
);
