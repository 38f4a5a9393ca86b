import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { errorCode } from '../error-code.ts'
import { backoffMs } from '../queue/pause.ts'

/** A statement that waits for a lock makes others wait behind it. */
const LOCK_TIMEOUT_MS = 500
const TRIES = 100
const PAUSE = { minMs: 100, maxMs: 2_000 }

const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'

/** Runs a transaction that waits half a second for a lock at most, and tries for minutes. */
export const inShortTransaction = async <Tables, T>(
  connection: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> => {
  for (let failures = 1; ; failures++) {
    try {
      return await connection.transaction().execute(async (trx) => {
        await sql.raw(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`).execute(trx)
        return work(trx)
      })
    } catch (error) {
      if (!isBusy(error) || failures >= TRIES) throw error
      await sleep(backoffMs(failures, PAUSE))
    }
  }
}

const isBusy = (error: unknown): boolean => {
  const code = errorCode(error)
  return code === LOCK_NOT_AVAILABLE || code === DEADLOCK
}
