import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { UserError } from '../../../src/runtime/failure.ts'
import { primaryOf } from '../../../src/runtime/postgres/primary.ts'
import { SCHEMA } from './schema.ts'

/** PostgreSQL closes a killed process's connection within moments. */
const PATIENCE_MS = 3_000
const LOOK_EVERY_MS = 100

/**
 * Two sandboxes on one database would have separate clocks and profiles, and both would deliver
 * every event. The session holds the lock, so a killed process releases it. Throws a `UserError`
 * after 3 s.
 */
export const lockDatabase = async (databaseUrl: string) => {
  const client = new pg.Client({
    connectionString: await primaryOf(databaseUrl).address(),
    application_name: 'sandbox',
  })
  // Loses the lock; the next start reacquires it.
  client.on('error', () => {})
  await client.connect()
  const giveUpAt = Date.now() + PATIENCE_MS
  for (;;) {
    const { rows } = await client.query(
      'SELECT pg_try_advisory_lock(hashtext($1), hashtext(current_database())) AS held',
      [`sole use of ${SCHEMA}`],
    )
    if (rows[0]?.held) return { release: () => client.end() }
    if (Date.now() > giveUpAt) break
    await sleep(LOOK_EVERY_MS)
  }
  await client.end()
  throw new UserError(
    'Another sandbox gateway works on this database (npm start brings one along). Stop it, or give this one a DATA_DIR or a SANDBOX_DATABASE_URL of its own.',
  )
}
