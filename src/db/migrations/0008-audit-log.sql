-- Audit log: each entry precedes its action, so that a crash leaves a trace. Holds no customer data.
CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  actor jsonb NOT NULL,
  from_address text,
  -- No foreign keys: an entry outlives its organization and store.
  organization_id text,
  store_id text,
  action text NOT NULL,
  subject text,
  request jsonb
);
CREATE INDEX audit_log_of_store ON audit_log (store_id, id);
CREATE INDEX audit_log_of_organization ON audit_log (organization_id, id);

-- Outcomes of entries. A missing one means that the process ended before it could record the outcome.
CREATE TABLE audit_outcomes (
  entry_id bigint PRIMARY KEY REFERENCES audit_log,
  at timestamptz NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('done', 'refused', 'failed')),
  status integer,
  before jsonb,
  after jsonb
);

CREATE FUNCTION refuse_change_of_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log only grows: % of % is refused', TG_OP, TG_TABLE_NAME;
END $$;
CREATE TRIGGER audit_log_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_log();
CREATE TRIGGER audit_outcomes_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_outcomes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_log();
