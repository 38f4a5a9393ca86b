import { type Kysely, sql } from 'kysely'

/**
 * API keys become rows of their own, and a store's only one goes on working as its first. Stores can
 * be disabled and removed, and a notify secret that is replaced goes on signing for a while.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `CREATE TABLE api_keys (
    id text PRIMARY KEY,
    store_id text NOT NULL REFERENCES stores,
    name text NOT NULL,
    hash text NOT NULL UNIQUE,
    hint text,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz,
    expires_at timestamptz,
    revoked_at timestamptz
  )`,
  `CREATE INDEX api_keys_of_store ON api_keys (store_id, created_at)`,
  `INSERT INTO api_keys (id, store_id, name, hash, created_at)
    SELECT 'key_' || substr(md5(api_key_hash), 1, 26), id, 'first', api_key_hash, connected_at
    FROM stores`,
  `ALTER TABLE stores
    DROP COLUMN api_key_hash,
    ADD COLUMN sealed_previous_notify_secret text,
    ADD COLUMN previous_notify_secret_until timestamptz,
    ADD COLUMN disabled_at timestamptz,
    ADD COLUMN removed_at timestamptz`,
]
