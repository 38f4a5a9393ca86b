-- Organizations, which run stores together; people are their members.
CREATE TABLE organizations (
  id text PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Largest single refund by an operator; NULL: no limit.
  operator_refund_limit_minor bigint,
  operator_refund_limit_currency text
);
-- The installation's organization, default of each store.
INSERT INTO organizations (id, name, created_at) VALUES ('main', 'Puente', now());
ALTER TABLE stores ADD COLUMN organization_id text NOT NULL DEFAULT 'main' REFERENCES organizations;
CREATE INDEX stores_of_organization ON stores (organization_id, id);
