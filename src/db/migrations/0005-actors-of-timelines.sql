-- Author of the entry (src/domain/actor.ts); NULL in entries older than this column.
ALTER TABLE timeline ADD COLUMN actor jsonb;
