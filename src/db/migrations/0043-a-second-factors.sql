-- Authenticator app of a person.
CREATE TABLE person_authenticators (
  person_id text PRIMARY KEY REFERENCES people ON DELETE CASCADE,
  sealed_secret text NOT NULL,
  -- Step of the last accepted code: no code works twice.
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  -- NULL: the person has not entered a first code yet.
  confirmed_at timestamptz
);

-- Recovery codes that still work. A used one is deleted.
CREATE TABLE person_recovery_codes (
  person_id text NOT NULL REFERENCES people ON DELETE CASCADE,
  -- SHA-256, hex.
  code_hash text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (person_id, code_hash)
);

-- Last second factor in this session; NULL: none yet.
ALTER TABLE person_sessions ADD COLUMN factor_confirmed_at timestamptz;
