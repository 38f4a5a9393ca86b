-- People who sign in. better-auth reads and writes this table and the next three (src/people/sign-in/auth.ts).
CREATE TABLE people (
  id text PRIMARY KEY,
  name text NOT NULL,
  -- Lower case, so that UNIQUE ignores case.
  email text NOT NULL UNIQUE,
  email_verified boolean NOT NULL DEFAULT false,
  image text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

-- Credentials of a person: provider `credential`, with a password hash.
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

-- Sessions of signed-in browsers.
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

-- better-auth requires this table; Puente never writes it.
CREATE TABLE person_verifications (
  id text PRIMARY KEY,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

-- Roles of people in organizations.
CREATE TABLE members (
  organization_id text NOT NULL REFERENCES organizations,
  person_id text NOT NULL REFERENCES people ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'operator', 'viewer')),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, person_id)
);
CREATE INDEX members_of_person ON members (person_id);

-- One-time links, which let their holder join an organization or set a new password.
CREATE TABLE one_time_links (
  id text PRIMARY KEY,
  -- SHA-256, hex.
  token_hash text NOT NULL UNIQUE,
  kind text NOT NULL CHECK (kind IN ('invitation', 'password')),
  -- NULL: the holder enters one.
  email text,
  organization_id text REFERENCES organizations,
  role text CHECK (role IN ('owner', 'operator', 'viewer')),
  -- Person of a password link.
  person_id text REFERENCES people ON DELETE CASCADE,
  -- NULL: created on the command line.
  made_by text REFERENCES people ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX one_time_links_of_organization ON one_time_links (organization_id) WHERE used_at IS NULL;

-- Sign-in attempts per account or address in the current window.
CREATE TABLE sign_in_attempts (
  key text PRIMARY KEY,
  attempts integer NOT NULL,
  until timestamptz NOT NULL
);
CREATE INDEX sign_in_attempts_over ON sign_in_attempts (until);
