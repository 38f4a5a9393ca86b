import type { DbQuery } from '../db/db.ts'
import { readClockOffsetMs } from '../db/test-clock.ts'
import { addMs, systemClock } from '../runtime/clock.ts'

/** The time on the clock that the running processes have, where a test has moved theirs. */
export const nowOfInstallation = async (query: DbQuery): Promise<Date> =>
  addMs(systemClock.now(), await readClockOffsetMs(query))
