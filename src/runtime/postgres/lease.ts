import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { errorCode } from '../error-code.ts'
import { type ServerAddress, urlOf, withClient } from './server-address.ts'

const STARTUP_PATIENCE_MS = 60_000

/**
 * A connection that every process keeps while it uses the server, with a shared lock on it. Only
 * who gets that lock for itself alone may take the server down. `undefined`: there is no server,
 * or it is being taken down.
 */
export const takeLease = async (address: ServerAddress): Promise<pg.Client | undefined> => {
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

/** cannot_connect_now */
const isStartingOrStopping = (error: unknown): boolean => errorCode(error) === '57P03'

/** Whether the lease keeps the process alive. node-postgres has these methods, its types do not. */
export const keepsProcess = (
  lease: pg.Client & { ref?(): void; unref?(): void },
  keeps: boolean,
) => (keeps ? lease.ref?.() : lease.unref?.())

/** Gives the lease up; true when nobody else has one and no other client is connected. */
export const isLastUser = (lease: pg.Client, address: ServerAddress): Promise<boolean> => {
  const ask = async (client: pg.Client) => {
    await client.query('SELECT pg_advisory_unlock_shared($1)', [LEASE_LOCK])
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS alone', [LEASE_LOCK])
    if (!rows[0]?.alone) return false
    // A backend is listed for a moment after its client has closed the connection.
    for (let looks = 0; looks < LOOKS_FOR_OTHERS; looks++) {
      if (looks > 0) await sleep(100)
      if (!(await hasOtherClients(client))) return true
    }
    return false
  }
  return (
    ask(lease)
      // The lease was lost: the server has been restarted since, or is gone.
      .catch(() => withClient(urlOf(address, 'postgres'), ask))
      .catch(() => false)
  )
}

const LOOKS_FOR_OTHERS = 15

const hasOtherClients = async (client: pg.Client): Promise<boolean> => {
  const { rowCount } = await client.query(
    `SELECT FROM pg_stat_activity
     WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND application_name <> $1`,
    [LEASE_NAME],
  )
  return rowCount !== 0
}
