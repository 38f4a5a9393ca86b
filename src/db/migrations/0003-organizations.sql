-- Whoever runs stores together; people are members of it.
CREATE TABLE organizations (
  id text PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  -- How much the operators of it may refund at once; NULL: as much as was paid.
  operator_refund_limit_minor bigint,
  operator_refund_limit_currency text
);
-- That of the installation: each store is in it unless it is connected for another one.
INSERT INTO organizations (id, name, created_at) VALUES ('main', 'Puente', now());
ALTER TABLE stores ADD COLUMN organization_id text NOT NULL DEFAULT 'main' REFERENCES organizations;
CREATE INDEX stores_of_organization ON stores (organization_id, id);
