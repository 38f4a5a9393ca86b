import { type AdjustableClock, adjustableClock } from '../../../src/runtime/clock.ts'
import type { Database } from '../../../src/runtime/postgres/database.ts'
import type { Tables } from '../database/tables.ts'

/** The clock's offset survives a restart. */
export const openSandboxClock = async (database: Database<Tables>): Promise<AdjustableClock> => {
  const { offset_ms } = await database.query
    .selectFrom('clock')
    .select('offset_ms')
    .executeTakeFirstOrThrow()
  return adjustableClock(offset_ms)
}

export const rememberOffset = async (database: Database<Tables>, clock: AdjustableClock) => {
  await database.query.updateTable('clock').set({ offset_ms: clock.offsetMs() }).execute()
}
