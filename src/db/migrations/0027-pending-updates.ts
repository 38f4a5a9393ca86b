import { type Kysely, sql } from 'kysely'

/**
 * What a request changes of an order is kept with its payment until the gateway has accepted that;
 * and why an order cannot be paid as it is.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(`
      ALTER TABLE payments
        ADD COLUMN pending_update jsonb,
        ADD COLUMN request_number integer NOT NULL DEFAULT 0,
        ADD COLUMN previous_payment_id text`)
    .execute(db)
  await sql
    .raw(`
      ALTER TABLE orders
        ADD COLUMN request_number integer NOT NULL DEFAULT 0,
        ADD COLUMN last_payment_error jsonb`)
    .execute(db)
}
