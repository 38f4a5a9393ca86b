-- One row that health checks update to detect a database that rejects writes.
CREATE TABLE write_probe (
  id smallint PRIMARY KEY,
  at timestamptz NOT NULL,
  -- Uncompressed and out of line, so that a write needs new pages as a delivery does.
  filler text NOT NULL
);
ALTER TABLE write_probe ALTER COLUMN filler SET STORAGE EXTERNAL;
