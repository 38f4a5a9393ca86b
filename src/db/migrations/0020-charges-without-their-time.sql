-- Fallback for a missing `paid_at`: the time of the event that reported the charge.
ALTER TABLE payments ADD COLUMN reported_at timestamptz;
