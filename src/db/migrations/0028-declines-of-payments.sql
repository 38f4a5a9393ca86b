-- Number of a payment's declines and time of the latest, for lists.
ALTER TABLE payments ADD COLUMN decline_count integer NOT NULL DEFAULT 0, ADD COLUMN declined_at timestamptz;
-- commit
UPDATE payments SET decline_count = counted.count, declined_at = latest
FROM (SELECT payment_id, count(*) AS count, max(declined_at) AS latest FROM declines GROUP BY 1) counted
WHERE payments.id = counted.payment_id;
