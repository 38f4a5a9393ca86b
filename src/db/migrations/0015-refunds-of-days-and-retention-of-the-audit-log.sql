-- Largest refund total per Honduras day, of a key or of each operator of an organization; NULL: no limit.
ALTER TABLE api_keys ADD COLUMN refund_day_limit_minor bigint;
ALTER TABLE api_keys ADD COLUMN refund_day_limit_currency text;
ALTER TABLE organizations ADD COLUMN operator_refund_day_limit_minor bigint;
ALTER TABLE organizations ADD COLUMN operator_refund_day_limit_currency text;

-- Daily refund totals of requesters with a limit, written with the refund: concurrent ones cannot exceed it.
CREATE TABLE refunds_of_days (
  asker text NOT NULL,
  day date NOT NULL,
  currency text NOT NULL,
  minor bigint NOT NULL,
  PRIMARY KEY (asker, day, currency)
);

-- Retention may delete old entries in a transaction that sets `puente.audit_retention`. Entries younger than
-- four weeks stay regardless of that setting.
CREATE OR REPLACE FUNCTION refuse_change_of_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('puente.audit_retention', true) = 'on' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'the audit log only grows: % of % is refused', TG_OP, TG_TABLE_NAME;
END $$;

CREATE FUNCTION refuse_loss_of_young_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.at > now() - interval '28 days' THEN
    RAISE EXCEPTION 'the audit log only grows: what is younger than four weeks stays in %', TG_TABLE_NAME;
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER audit_log_keeps_the_young BEFORE DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_loss_of_young_audit_log();
CREATE TRIGGER audit_outcomes_keep_the_young BEFORE DELETE ON audit_outcomes
  FOR EACH ROW EXECUTE FUNCTION refuse_loss_of_young_audit_log();
