import { type Kysely, sql } from 'kysely'

/** Since when Shopify may still be entering a refund that was sent to it. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw('ALTER TABLE shopify_refund_entries ADD COLUMN unanswered_at timestamptz')
    .execute(db)
  await sql.raw('UPDATE shopify_refund_entries SET unanswered_at = created_at').execute(db)
  await sql
    .raw('ALTER TABLE shopify_refund_entries ALTER COLUMN unanswered_at SET NOT NULL')
    .execute(db)
}
