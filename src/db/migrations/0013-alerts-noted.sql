-- When people last noted something about an alert, for those who watch.
ALTER TABLE alerts ADD COLUMN noted_at timestamptz;
CREATE INDEX alerts_noted ON alerts (noted_at) WHERE noted_at IS NOT NULL;
