-- Reports of a store by e-mail, to people who chose them.
CREATE TABLE store_reports (
  store_id text NOT NULL REFERENCES stores,
  person_id text NOT NULL REFERENCES people ON DELETE CASCADE,
  every text NOT NULL CHECK (every IN ('day', 'week')),
  language text NOT NULL CHECK (language IN ('es', 'en')),
  -- When the next report is due, about the days before it; `try_at` is later after a failure.
  due_at timestamptz NOT NULL,
  try_at timestamptz NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  last_error text,
  sent_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, person_id)
);
CREATE INDEX store_reports_by_try ON store_reports (try_at);
