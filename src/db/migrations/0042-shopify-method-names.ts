import { type Kysely, sql } from 'kysely'

/** Names of payment methods that orders of a shop wait with and that the store does not take. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(`CREATE TABLE shopify_method_names (
      store_id text NOT NULL,
      name text NOT NULL,
      since timestamptz NOT NULL,
      asked_at timestamptz NOT NULL,
      is_manual boolean,
      PRIMARY KEY (store_id, name)
    )`)
    .execute(db)
}
