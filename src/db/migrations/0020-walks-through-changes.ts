import { type Kysely, sql } from 'kysely'

/** Where a walk through the changes of a store goes on that was cut short. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(`ALTER TABLE store_cursors
      ADD COLUMN walk_since timestamptz,
      ADD COLUMN walk_position text,
      ADD CHECK ((walk_since IS NULL) = (walk_position IS NULL))`)
    .execute(db)
}
