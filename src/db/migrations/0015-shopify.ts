import { type Kysely, sql } from 'kysely'

/** Shops of Shopify: the access that they gave, and their messages in the inbox. */
export const up = async (db: Kysely<never>): Promise<void> => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `CREATE TABLE shopify_sessions (
    id text PRIMARY KEY,
    shop text NOT NULL,
    sealed text NOT NULL,
    expires_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
  )`,
  `CREATE INDEX shopify_sessions_by_shop ON shopify_sessions (shop)`,

  // Each of its messages names a shop, not a store.
  `CREATE INDEX stores_by_shop ON stores ((connection ->> 'shop')) WHERE platform = 'shopify'`,

  `ALTER TABLE events ADD COLUMN topic text, ADD COLUMN happened_at timestamptz`,
]
