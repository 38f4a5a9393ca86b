-- A frozen store takes no charge and makes no refund until an owner thaws it.
ALTER TABLE stores
  ADD COLUMN frozen_at timestamptz,
  ADD COLUMN frozen_by jsonb,
  ADD COLUMN frozen_why text;
