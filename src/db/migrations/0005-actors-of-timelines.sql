-- Who did it, as src/domain/actor.ts has it; NULL: it was written before that was kept.
ALTER TABLE timeline ADD COLUMN actor jsonb;
