import { addMs, systemClock } from '../../runtime/clock.ts'
import type { DbQuery } from '../db.ts'

export const readClockOffsetMs = async (query: DbQuery): Promise<number> => {
  const { offset_ms } = await query
    .selectFrom('test_clock')
    .select('offset_ms')
    .executeTakeFirstOrThrow()
  return Number(offset_ms)
}

/** Includes the offset of a test clock. */
export const nowOfInstallation = async (query: DbQuery): Promise<Date> =>
  addMs(systemClock.now(), await readClockOffsetMs(query))

export const writeClockOffsetMs = async (query: DbQuery, offsetMs: number): Promise<void> => {
  await query
    .updateTable('test_clock')
    .set({ offset_ms: BigInt(offsetMs) })
    .execute()
}
