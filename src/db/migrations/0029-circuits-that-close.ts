import { type Kysely, sql } from 'kysely'

/** What a circuit needs to close as soon as there is a sign of life, and what waits behind it. */
export const up = async (db: Kysely<never>): Promise<void> => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `ALTER TABLE circuits ADD COLUMN asked_until timestamptz, ADD COLUMN half_opened_at timestamptz`,
  `ALTER TABLE tasks
    ADD COLUMN out_of_reach boolean NOT NULL DEFAULT false,
    ADD COLUMN passes_circuit boolean NOT NULL DEFAULT false,
    ADD COLUMN released_at timestamptz`,
  `CREATE INDEX tasks_passing ON tasks (run_at) WHERE state = 'ready' AND passes_circuit`,
]
