-- What the gateway answered when it was asked about a charge that had been applied before: see ChargeCheck.
ALTER TABLE payments ADD COLUMN charge_check jsonb;
-- A checkout looks whether its order is on the list as paid at the gateway.
CREATE INDEX alerts_of_references ON alerts (store_id, (details->>'external_reference'))
  WHERE kind = 'payment_without_order' AND closed_at IS NULL;
