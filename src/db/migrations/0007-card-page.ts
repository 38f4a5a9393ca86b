import { type Kysely, sql } from 'kysely'

/** Where an order's pay link leads, and until when its card page takes a card. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`ALTER TABLE orders
    ADD COLUMN checkout_mode text NOT NULL DEFAULT 'hosted',
    ADD COLUMN payable_until timestamptz`.execute(db)
}
