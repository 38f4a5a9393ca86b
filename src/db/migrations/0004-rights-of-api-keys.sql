-- Scopes of an API key. Existing keys keep all of them.
ALTER TABLE api_keys ADD COLUMN scopes text[] NOT NULL DEFAULT '{read,checkout,refund,admin}';
-- Largest single refund by a key; NULL: no limit.
ALTER TABLE api_keys ADD COLUMN refund_limit_minor bigint;
ALTER TABLE api_keys ADD COLUMN refund_limit_currency text;
