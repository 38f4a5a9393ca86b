-- Single-use sign-in links, only for a trial on one machine.
CREATE TABLE sign_in_links (
  -- SHA-256, hex.
  token_hash text PRIMARY KEY,
  person_id text NOT NULL REFERENCES people ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX sign_in_links_of_person ON sign_in_links (person_id);
