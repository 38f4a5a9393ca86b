-- A page of open alerts over many stores walks this index instead of probing each store.
CREATE INDEX alerts_open_by_id ON alerts (id DESC) WHERE closed_at IS NULL;
