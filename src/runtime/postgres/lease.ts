import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { errorCode } from '../error-code.ts'
import { type ServerAddress, urlOf, withClient } from './server-address.ts'

const STARTUP_PATIENCE_MS = 60_000

/**
 * Opens a connection with a shared advisory lock, one per process; stopping the server needs the
 * exclusive lock. Returns `undefined` if the server is stopping or missing.
 */
export const acquireLease = async (address: ServerAddress): Promise<pg.Client | undefined> => {
  const giveUpAt = Date.now() + STARTUP_PATIENCE_MS
  for (;;) {
    const lease = new pg.Client({
      connectionString: urlOf(address, 'postgres'),
      application_name: LEASE_NAME,
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
    })
    lease.on('error', () => {})
    try {
      await lease.connect()
      const { rows } = await lease.query('SELECT pg_try_advisory_lock_shared($1) AS held', [
        LEASE_LOCK,
      ])
      if (rows[0]?.held) {
        keepsProcess(lease, false)
        return lease
      }
      await lease.end()
      return undefined
    } catch (error) {
      await lease.end().catch(() => {})
      if (!isStartingOrStopping(error) || Date.now() > giveUpAt) return undefined
      await sleep(50)
    }
  }
}

const LEASE_NAME = 'puente-lease'
const LEASE_LOCK = 7_236_541

/** SQLSTATE cannot_connect_now. */
const isStartingOrStopping = (error: unknown): boolean => errorCode(error) === '57P03'

/** Lets the connection keep the process alive, or not; node-postgres's types lack the methods. */
export const keepsProcess = (
  lease: pg.Client & { ref?(): void; unref?(): void },
  keeps: boolean,
) => (keeps ? lease.ref?.() : lease.unref?.())

/**
 * Releases the lease. Returns true, holding the exclusive lock, if the server has no other user.
 */
export const isLastUser = (lease: pg.Client, address: ServerAddress): Promise<boolean> => {
  const unlockAndCheck = async (client: pg.Client) => {
    await client.query('SELECT pg_advisory_unlock_shared($1)', [LEASE_LOCK])
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS alone', [LEASE_LOCK])
    if (!rows[0]?.alone) return false
    // Polls, because PostgreSQL lists a backend briefly after it disconnects.
    for (let polls = 0; polls < POLLS_FOR_OTHERS; polls++) {
      if (polls > 0) await sleep(100)
      if (!(await hasOtherClients(client))) return true
    }
    return false
  }
  return (
    unlockAndCheck(lease)
      // The server has restarted or stopped.
      .catch(() => withClient(urlOf(address, 'postgres'), unlockAndCheck))
      .catch(() => false)
  )
}

const POLLS_FOR_OTHERS = 15

const hasOtherClients = async (client: pg.Client): Promise<boolean> => {
  const { rowCount } = await client.query(
    `SELECT FROM pg_stat_activity
     WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND application_name <> $1`,
    [LEASE_NAME],
  )
  return rowCount !== 0
}
