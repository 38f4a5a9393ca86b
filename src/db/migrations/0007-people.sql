-- Who signs in. better-auth reads and writes this table and the next three, as src/people/sign-in/auth.ts tells it.
CREATE TABLE people (
  id text PRIMARY KEY,
  name text NOT NULL,
  -- In small letters; there is one person of each.
  email text NOT NULL UNIQUE,
  email_verified boolean NOT NULL DEFAULT false,
  image text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

-- How a person signs in: `credential`, with the hash of a password.
CREATE TABLE person_accounts (
  id text PRIMARY KEY,
  person_id text NOT NULL REFERENCES people ON DELETE CASCADE,
  account_id text NOT NULL,
  provider_id text NOT NULL,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (person_id, provider_id)
);

-- A browser in which a person is signed in.
CREATE TABLE person_sessions (
  id text PRIMARY KEY,
  person_id text NOT NULL REFERENCES people ON DELETE CASCADE,
  token text NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL,
  ip_address text,
  user_agent text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX person_sessions_of_person ON person_sessions (person_id);

-- Of better-auth, which wants it to be there; nothing of ours writes it.
CREATE TABLE person_verifications (
  id text PRIMARY KEY,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

-- What a person is in an organization.
CREATE TABLE members (
  organization_id text NOT NULL REFERENCES organizations,
  person_id text NOT NULL REFERENCES people ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'operator', 'viewer')),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, person_id)
);
CREATE INDEX members_of_person ON members (person_id);

-- A link that lets whoever has it do one thing once: join an organization, or set a new password.
CREATE TABLE one_time_links (
  id text PRIMARY KEY,
  -- SHA-256, hex.
  token_hash text NOT NULL UNIQUE,
  kind text NOT NULL CHECK (kind IN ('invitation', 'password')),
  -- NULL: whoever opens it says theirs.
  email text,
  organization_id text REFERENCES organizations,
  role text CHECK (role IN ('owner', 'operator', 'viewer')),
  -- Whose password it sets.
  person_id text REFERENCES people ON DELETE CASCADE,
  -- NULL: made at a terminal.
  made_by text REFERENCES people ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX one_time_links_of_organization ON one_time_links (organization_id) WHERE used_at IS NULL;

-- How often somebody tried to sign in to an account, or from an address, since when it is counted.
CREATE TABLE sign_in_attempts (
  key text PRIMARY KEY,
  attempts integer NOT NULL,
  until timestamptz NOT NULL
);
CREATE INDEX sign_in_attempts_over ON sign_in_attempts (until);
