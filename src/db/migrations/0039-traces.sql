-- W3C `traceparent` of the span that made the row, while tracing is on: what follows from it joins the same trace.
ALTER TABLE payments ADD COLUMN traceparent text;
-- commit
ALTER TABLE tasks ADD COLUMN traceparent text;
