import { type Kysely, sql } from 'kysely'

/** Whether the pages of an order are in the language of whoever reads them (`locale: auto`). */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw('ALTER TABLE orders ADD COLUMN follows_reader boolean NOT NULL DEFAULT false')
    .execute(db)
}
