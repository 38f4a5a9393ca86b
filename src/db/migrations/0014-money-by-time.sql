-- Indexes for totals and lists by time. Paying an order adds no B-tree entry to them.
CREATE INDEX payments_declined ON payments (created_at, id) WHERE decline IS NOT NULL;
CREATE INDEX refunds_succeeded ON refunds (done_at, id) WHERE state = 'succeeded';
CREATE INDEX tasks_by_end ON tasks
  USING brin (ended_at timestamptz_minmax_multi_ops) WITH (pages_per_range = 32, autosummarize = on);
