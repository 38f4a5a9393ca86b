-- Members without a second factor must set one up before anything else.
ALTER TABLE organizations ADD COLUMN requires_second_factor boolean NOT NULL DEFAULT false;
