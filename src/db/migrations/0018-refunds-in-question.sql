-- When a person said that a refund of the portal is another one than the refund that waited for an answer.
ALTER TABLE refunds ADD COLUMN confirmed_at timestamptz;

-- When the gateway made the refund of an event, by the event itself.
ALTER TABLE refund_events ADD COLUMN refunded_at timestamptz;
