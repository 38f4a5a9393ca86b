-- Rights and limits that somebody uses. A process that does not know one would ignore it: it refuses to serve.
CREATE TABLE features_in_use (
  name text PRIMARY KEY,
  since timestamptz NOT NULL DEFAULT now()
);
INSERT INTO features_in_use (name)
SELECT 'limited-api-keys' WHERE EXISTS (
  SELECT FROM api_keys WHERE NOT scopes @> '{read,checkout,refund,admin}'
    OR refund_limit_currency IS NOT NULL OR refund_day_limit_currency IS NOT NULL);
