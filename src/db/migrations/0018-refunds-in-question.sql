-- When an operator confirmed that this portal refund is not the refund under review.
ALTER TABLE refunds ADD COLUMN confirmed_at timestamptz;

-- Time of the refund according to its event.
ALTER TABLE refund_events ADD COLUMN refunded_at timestamptz;
