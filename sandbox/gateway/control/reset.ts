import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../../../src/runtime/database.ts'
import { errorCode } from '../../../src/runtime/error-code.ts'
import type { Tables } from '../database/tables.ts'
import { rememberOffset } from '../time/sandbox-clock.ts'
import { registerSettingsEndpoint } from '../webhooks/endpoints.ts'
import type { Controls } from './controls.ts'

/** Everything that requests leave behind; settings are reset each in its own way. */
const TRACES = sql`idempotency_keys, payment_tokens, payments, transactions, refunds,
  payment_methods, events, deliveries, delivery_attempts`

const TRIES = 100
const BETWEEN_TRIES_MS = 20
/** Shorter than PostgreSQL waits before it breaks a deadlock: it could break the charge instead. */
const PATIENCE_MS = 300
const LOCK_NOT_AVAILABLE = '55P03'

/** Back to the start. Payment ids go on counting: an id never means two payments. */
export const reset = async ({ sandbox, profile, journal, settings }: Controls): Promise<void> => {
  const { database, clock } = sandbox
  await forgetTraces(database)
  await database.query.deleteFrom('endpoints').where('from_settings', '=', false).execute()
  await registerSettingsEndpoint(database, settings)
  clock.setOffsetMs(0)
  await rememberOffset(database, clock)
  await profile.reset()
  await sandbox.faults.reset()
  await journal.clear()
  sandbox.wake()
}

/**
 * Between two requests, never in the middle of one. It queues for the tables in the order in which
 * requests take them, so that those that come later wait behind it; and it lets go of all of them
 * where it stands in the way of a charge that stands in its own.
 */
const forgetTraces = async ({ query }: Database<Tables>): Promise<void> => {
  for (let left = TRIES; ; left--) {
    try {
      return await query.transaction().execute(async (trx) => {
        await sql`SET LOCAL lock_timeout = ${sql.lit(PATIENCE_MS)}`.execute(trx)
        await sql`LOCK TABLE ${TRACES} IN ACCESS EXCLUSIVE MODE`.execute(trx)
        await sql`TRUNCATE ${TRACES}`.execute(trx)
      })
    } catch (error) {
      const isBusy = errorCode(error) === LOCK_NOT_AVAILABLE
      if (!isBusy || left === 0) throw error
      await sleep(BETWEEN_TRIES_MS)
    }
  }
}
