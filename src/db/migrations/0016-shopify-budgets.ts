import { type Kysely, sql } from 'kysely'

/** What is left of the calls that shops of Shopify take from us, for all processes together. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(`CREATE TABLE shopify_budgets (
      shop text NOT NULL,
      api text NOT NULL,
      available double precision NOT NULL,
      maximum double precision NOT NULL,
      restore_rate double precision NOT NULL,
      at timestamptz NOT NULL,
      PRIMARY KEY (shop, api)
    )`)
    .execute(db)
}
