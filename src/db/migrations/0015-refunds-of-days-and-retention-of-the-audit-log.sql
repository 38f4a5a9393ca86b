-- The most that a key, or each operator of an organization, may ask for within a day of Honduras; NULL: no limit.
ALTER TABLE api_keys ADD COLUMN refund_day_limit_minor bigint;
ALTER TABLE api_keys ADD COLUMN refund_day_limit_currency text;
ALTER TABLE organizations ADD COLUMN operator_refund_day_limit_minor bigint;
ALTER TABLE organizations ADD COLUMN operator_refund_day_limit_currency text;

-- What whoever has such a limit has asked for on a day; written with the refund, so that two at once do not pass it.
CREATE TABLE refunds_of_days (
  asker text NOT NULL,
  day date NOT NULL,
  currency text NOT NULL,
  minor bigint NOT NULL,
  PRIMARY KEY (asker, day, currency)
);

-- What is old enough leaves the audit log, by whoever says so for one transaction, which the job does that keeps it
-- no longer than it should be kept. What is younger than four weeks does not leave it whatever anybody says.
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
