import { type Kysely, sql } from 'kysely'

/** Replays of tasks, shops that are paused, the health of the webhooks, and what outlives trimming. */
export const up = async (db: Kysely<never>): Promise<void> => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // A replay outlives the task that it does again.
  `ALTER TABLE tasks DROP CONSTRAINT tasks_replay_of_fkey, ADD COLUMN note text,
    ADD FOREIGN KEY (replay_of) REFERENCES tasks ON DELETE SET NULL`,
  `CREATE INDEX tasks_replays ON tasks (replay_of) WHERE replay_of IS NOT NULL`,
  // A task is done again once at a time, however many people ask for it.
  `CREATE UNIQUE INDEX tasks_live_replay ON tasks (replay_of)
    WHERE replay_of IS NOT NULL AND state IN ('ready', 'queued', 'running')`,
  `CREATE INDEX tasks_of_store ON tasks (store_id, id DESC)`,

  // Keys of announcements whose tasks were trimmed: what was told once is not told again.
  `CREATE TABLE spent_task_keys (digest bytea PRIMARY KEY, spent_at timestamptz NOT NULL)`,

  `ALTER TABLE circuits ADD COLUMN paused_at timestamptz, ADD COLUMN last_error text`,

  // Deliveries of the gateway, counted by the hour.
  `CREATE TABLE webhook_counts (
    store_id text NOT NULL,
    hour timestamptz NOT NULL,
    result text NOT NULL,
    detail text NOT NULL,
    count bigint NOT NULL,
    PRIMARY KEY (store_id, hour, result, detail)
  )`,
  `CREATE TABLE webhook_latest (
    store_id text PRIMARY KEY,
    at timestamptz NOT NULL,
    type text,
    by_current_secret_at timestamptz,
    by_previous_secret_at timestamptz
  )`,
  // Changes of payments that were found by asking, and whose event had not come by then.
  `CREATE TABLE webhook_gaps (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    store_id text NOT NULL,
    order_id text NOT NULL,
    payment_id text NOT NULL,
    state text NOT NULL,
    found_by text NOT NULL,
    found_at timestamptz NOT NULL,
    event_came_at timestamptz,
    UNIQUE (payment_id, state)
  )`,
  `CREATE INDEX webhook_gaps_open ON webhook_gaps (store_id, found_at) WHERE event_came_at IS NULL`,
]
