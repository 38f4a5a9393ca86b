-- What sums and lists of money look for by its time. None of them is entered anew while an order is paid.
CREATE INDEX payments_declined ON payments (created_at, id) WHERE decline IS NOT NULL;
CREATE INDEX refunds_succeeded ON refunds (done_at, id) WHERE state = 'succeeded';
CREATE INDEX tasks_by_end ON tasks
  USING brin (ended_at timestamptz_minmax_multi_ops) WITH (pages_per_range = 32, autosummarize = on);
