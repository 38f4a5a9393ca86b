import { type Kysely, sql } from 'kysely'

/** What explains a total above the order's amount. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`ALTER TABLE payments
    ADD COLUMN sales_tax_minor bigint, ADD COLUMN tip_minor bigint`.execute(db)
}
