-- Result of verifying a charge with a later GET: see ChargeCheck.
ALTER TABLE payments ADD COLUMN charge_check jsonb;
-- Lets a checkout find the alert that its order is already paid at the gateway.
CREATE INDEX alerts_of_references ON alerts (store_id, (details->>'external_reference'))
  WHERE kind = 'payment_without_order' AND closed_at IS NULL;
