import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { errorCode } from '../../../src/runtime/error-code.ts'
import type { SandboxDatabase } from '../database/sandbox-database.ts'
import { rememberOffset } from '../time/sandbox-clock.ts'
import { registerSettingsEndpoint } from '../webhooks/endpoints.ts'
import type { Controls } from './controls.ts'

const TABLES = sql`idempotency_keys, payment_tokens, payments, transactions, refunds,
  payment_methods, events, deliveries, delivery_attempts`

const TRIES = 100
const BETWEEN_TRIES_MS = 20
/** Below PostgreSQL's `deadlock_timeout`, which might abort the charge instead. */
const PATIENCE_MS = 300
const LOCK_NOT_AVAILABLE = '55P03'

/** Payment ids keep counting: none ever refers to two payments. */
export const reset = async ({ sandbox, profile, journal, settings }: Controls): Promise<void> => {
  const { database, clock } = sandbox
  await truncateTables(database)
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
 * Locks tables in the order that requests do, so later requests queue behind it. On a lock timeout,
 * perhaps a deadlock with a charge, releases all locks and retries.
 */
const truncateTables = async ({ query }: SandboxDatabase): Promise<void> => {
  for (let left = TRIES; ; left--) {
    try {
      return await query.transaction().execute(async (trx) => {
        await sql`SET LOCAL lock_timeout = ${sql.lit(PATIENCE_MS)}`.execute(trx)
        await sql`LOCK TABLE ${TABLES} IN ACCESS EXCLUSIVE MODE`.execute(trx)
        await sql`TRUNCATE ${TABLES}`.execute(trx)
      })
    } catch (error) {
      const isBusy = errorCode(error) === LOCK_NOT_AVAILABLE
      if (!isBusy || left === 0) throw error
      await sleep(BETWEEN_TRIES_MS)
    }
  }
}
