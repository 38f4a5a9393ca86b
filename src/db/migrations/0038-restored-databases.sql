-- Identity of the database that served last. Another one is a restored or copied database.
ALTER TABLE installation ADD COLUMN database_identity text;
-- Time of the backup, while a restored database waits for its check.
ALTER TABLE installation ADD COLUMN restored_from timestamptz;
-- A run after a restore recovers payments that the gateway created since this time.
ALTER TABLE reconciliations ADD COLUMN lost_since timestamptz;
