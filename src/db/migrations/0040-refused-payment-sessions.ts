import { type Kysely, sql } from 'kysely'

/** Since when Shopify does not want to hear of a session: one refusal says nothing yet. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw('ALTER TABLE shopify_payment_sessions ADD COLUMN refused_at timestamptz')
    .execute(db)
}
