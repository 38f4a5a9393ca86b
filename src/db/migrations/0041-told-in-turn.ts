import { type Kysely, sql } from 'kysely'

/**
 * What waited for a shop that refused Puente is told one after another, the oldest first. The index
 * finds quickly whether a shop has such a task.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw('ALTER TABLE tasks ADD COLUMN in_turn boolean NOT NULL DEFAULT false').execute(db)
  await sql
    .raw(
      `CREATE INDEX tasks_in_turn ON tasks (store_id)
        WHERE in_turn AND state IN ('ready', 'queued', 'running')`,
    )
    .execute(db)
}
