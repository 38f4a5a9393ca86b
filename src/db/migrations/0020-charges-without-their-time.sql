-- When the gateway's event said that a charge was made whose `paid_at` it left out.
ALTER TABLE payments ADD COLUMN reported_at timestamptz;
