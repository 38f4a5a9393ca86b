-- A search for orders that a person comes back to, by the name that they gave it.
CREATE TABLE order_views (
  person_id text NOT NULL REFERENCES people ON DELETE CASCADE,
  name text NOT NULL,
  -- As the address of the dashboard has it.
  search jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (person_id, name)
);
