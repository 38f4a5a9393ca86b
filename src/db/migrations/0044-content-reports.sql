-- What browsers blocked on pay pages, by the pages' Content-Security-Policy: counts by store, page, directive and source.
CREATE TABLE content_reports (
  store_id text NOT NULL,
  -- 'card': the page with the card fields; 'pay': any other page of a pay link.
  page text NOT NULL,
  directive text NOT NULL,
  -- A host, or a keyword such as 'inline'; 'other' once the store has many.
  blocked text NOT NULL,
  reports bigint NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, page, directive, blocked)
);
