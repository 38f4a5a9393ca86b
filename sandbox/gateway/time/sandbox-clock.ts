import { type AdjustableClock, adjustableClock } from '../../../src/runtime/clock.ts'
import type { SandboxDatabase } from '../database/sandbox-database.ts'

/** The clock's offset survives a restart. */
export const openSandboxClock = async (database: SandboxDatabase): Promise<AdjustableClock> => {
  const { offset_ms } = await database.query
    .selectFrom('clock')
    .select('offset_ms')
    .executeTakeFirstOrThrow()
  return adjustableClock(offset_ms)
}

export const rememberOffset = async (database: SandboxDatabase, clock: AdjustableClock) => {
  await database.query.updateTable('clock').set({ offset_ms: clock.offsetMs() }).execute()
}
