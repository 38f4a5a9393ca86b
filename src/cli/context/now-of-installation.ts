import type { DbQuery } from '../../db/db.ts'
import { readClockOffsetMs } from '../../db/installation/test-clock.ts'
import { addMs, systemClock } from '../../runtime/clock.ts'

/** Returns the running processes' time, which a test clock may have moved. */
export const nowOfInstallation = async (query: DbQuery): Promise<Date> =>
  addMs(systemClock.now(), await readClockOffsetMs(query))
