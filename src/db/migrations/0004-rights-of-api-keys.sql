-- What an API key may do. One that was there before may do all of it.
ALTER TABLE api_keys ADD COLUMN scopes text[] NOT NULL DEFAULT '{read,checkout,refund,admin}';
-- The largest refund that a key may ask for; NULL: as much as was paid.
ALTER TABLE api_keys ADD COLUMN refund_limit_minor bigint;
ALTER TABLE api_keys ADD COLUMN refund_limit_currency text;
