-- Recent changes, for live dashboards. BRIN on the timeline, because it costs an insert almost nothing.
CREATE INDEX timeline_by_seq ON timeline USING brin (seq) WITH (pages_per_range = 16, autosummarize = on);
CREATE INDEX alerts_closed ON alerts (closed_at) WHERE closed_at IS NOT NULL;
CREATE INDEX reconciliations_changed ON reconciliations (updated_at);
