import { type Kysely, sql } from 'kysely'

/** The last delivery of each store that was refused for its signature, and how far off its time was. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(
      `CREATE TABLE webhook_refusals (
        store_id text NOT NULL,
        reason text NOT NULL,
        at timestamptz NOT NULL,
        age_seconds bigint,
        PRIMARY KEY (store_id, reason)
      )`,
    )
    .execute(db)
}
