import { type Kysely, sql } from 'kysely'

/** Whom a task needs, how its tries went, and which of those it needs are down. */
export const up = async (db: Kysely<never>): Promise<void> => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `ALTER TABLE tasks
    ADD COLUMN needs text NOT NULL DEFAULT 'db' CHECK (needs IN ('db', 'gateway', 'shop')),
    ADD COLUMN replay_of bigint REFERENCES tasks`,
  `UPDATE tasks SET needs = CASE
      WHEN kind IN ('tell-storefront', 'tell-saved-card') THEN 'shop'
      WHEN kind <> 'apply-gateway-event' THEN 'gateway'
      ELSE 'db' END`,
  // Tasks are taken store by store, so that the many of one do not stand before the few of another.
  `DROP INDEX tasks_ready`,
  `CREATE INDEX tasks_ready ON tasks (needs, store_id, run_at, id) WHERE state = 'ready'`,
  `CREATE INDEX tasks_in_hand ON tasks (needs, store_id) WHERE state IN ('queued', 'running')`,
  `CREATE INDEX tasks_dead ON tasks (store_id, id DESC) WHERE state = 'dead'`,

  `CREATE TABLE task_failures (
    task_id bigint NOT NULL REFERENCES tasks ON DELETE CASCADE,
    try integer NOT NULL,
    at timestamptz NOT NULL,
    retry text NOT NULL,
    detail text NOT NULL,
    PRIMARY KEY (task_id, try)
  )`,

  `CREATE TABLE circuits (
    name text PRIMARY KEY,
    failures integer NOT NULL,
    openings integer NOT NULL,
    open_until timestamptz,
    failing_since timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
  )`,
  // Stores of one gateway account share its circuit.
  `ALTER TABLE stores ADD COLUMN gateway_account text`,
]
