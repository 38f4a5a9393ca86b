-- Version of the payload. A process that does not know it leaves the task to a newer one.
ALTER TABLE tasks ADD COLUMN version smallint NOT NULL DEFAULT 1;
