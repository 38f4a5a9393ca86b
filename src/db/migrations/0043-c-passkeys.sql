-- Passkeys of people (WebAuthn).
CREATE TABLE person_passkeys (
  id text PRIMARY KEY,
  person_id text NOT NULL REFERENCES people ON DELETE CASCADE,
  -- Base64url, as browsers send it.
  credential_id text NOT NULL UNIQUE,
  -- COSE key, base64url.
  public_key text NOT NULL,
  -- Signatures so far, for authenticators that count.
  counter bigint NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX person_passkeys_of_person ON person_passkeys (person_id);

-- Answered challenges: none is accepted twice. A row lasts as long as its challenge.
CREATE TABLE used_passkey_challenges (
  -- SHA-256, hex.
  challenge_hash text PRIMARY KEY,
  until timestamptz NOT NULL
);
CREATE INDEX used_passkey_challenges_over ON used_passkey_challenges (until);
