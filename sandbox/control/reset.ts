import { sql } from 'kysely'
import { rememberOffset } from '../time/sandbox-clock.ts'
import { registerSettingsEndpoint } from '../webhooks/endpoints.ts'
import type { Controls } from './controls.ts'

/** Back to the start. Payment ids go on counting: an id never means two payments. */
export const reset = async ({ sandbox, profile, journal, settings }: Controls): Promise<void> => {
  const { database, clock } = sandbox
  await sql`TRUNCATE delivery_attempts, deliveries, events, idempotency_keys, payment_tokens,
    payment_methods, refunds, transactions, payments`.execute(database.query)
  await database.query.deleteFrom('endpoints').where('from_settings', '=', false).execute()
  await registerSettingsEndpoint(database, settings)
  clock.setOffsetMs(0)
  await rememberOffset(database, clock)
  await profile.reset()
  await journal.clear()
  sandbox.wake()
}
