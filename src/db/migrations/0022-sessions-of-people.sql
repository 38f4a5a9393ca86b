-- Last password entry in this session; NULL: when it began.
ALTER TABLE person_sessions ADD COLUMN confirmed_at timestamptz;

-- Wakes processes with live streams, so that a stream ends together with its session or its rights.
CREATE FUNCTION signal_people_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('puente_people', '');
  RETURN NULL;
END
$$;
CREATE TRIGGER person_sessions_ended AFTER DELETE ON person_sessions
  FOR EACH STATEMENT EXECUTE FUNCTION signal_people_changed();
CREATE TRIGGER members_changed AFTER UPDATE OR DELETE ON members
  FOR EACH STATEMENT EXECUTE FUNCTION signal_people_changed();
