-- Saved searches for orders, named by the person who saved them.
CREATE TABLE order_views (
  person_id text NOT NULL REFERENCES people ON DELETE CASCADE,
  name text NOT NULL,
  -- Query parameters of the dashboard's URL.
  search jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (person_id, name)
);
