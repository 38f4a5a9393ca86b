import type { DbQuery } from './db.ts'
import { missingProcesses } from './processes.ts'

/** Which of the processes that have work in hand are gone, as this process sees it. */
export interface ProcessWatch {
  /** Run again and again, at least every second or two. */
  look(): Promise<void>
  /** The database was away: whoever was missing before is to be missing as long again. */
  startOver(): void
  gone(): readonly number[]
}

/**
 * A process that has lost its connection for a moment, as all do when PostgreSQL starts anew, seems
 * gone and is still at its work: it has to be missing for so long before others take that over. A
 * process that stays cut off for longer seems gone all the same, so what must not happen twice is
 * decided under a lock in any case.
 */
export const GONE_AFTER_MS = 2_500

export const watchProcesses = (query: DbQuery, ownId: number): ProcessWatch => {
  let missingSince = new Map<number, number>()
  return {
    look: async () => {
      const now = Date.now()
      const missing = await missingProcesses(query, ownId)
      missingSince = new Map(missing.map((id) => [id, missingSince.get(id) ?? now]))
    },
    startOver: () => missingSince.clear(),
    gone: () => {
      const until = Date.now() - GONE_AFTER_MS
      return [...missingSince].filter(([, since]) => since <= until).map(([id]) => id)
    },
  }
}
