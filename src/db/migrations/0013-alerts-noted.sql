-- Last change of an alert's assignee or note, for live dashboards.
ALTER TABLE alerts ADD COLUMN noted_at timestamptz;
CREATE INDEX alerts_noted ON alerts (noted_at) WHERE noted_at IS NOT NULL;
