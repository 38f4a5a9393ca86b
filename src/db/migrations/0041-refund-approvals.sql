-- A refund above the limit of its store waits for a second person. A looser limit takes a day to apply: until then the former one
-- applies too.
ALTER TABLE stores
  ADD COLUMN approval_limit_minor bigint,
  ADD COLUMN approval_limit_currency text,
  ADD COLUMN former_approval_limit_minor bigint,
  ADD COLUMN former_approval_limit_currency text,
  ADD COLUMN former_approval_limit_until timestamptz;
-- Who has seen the key: its maker may not approve its refunds.
ALTER TABLE api_keys ADD COLUMN made_by text;
ALTER TABLE refunds ADD COLUMN approval jsonb;
-- commit
CREATE INDEX refunds_awaiting_approval ON refunds (store_id, id DESC) WHERE approval ->> 'state' = 'pending';
