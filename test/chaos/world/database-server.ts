import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Db } from '../../../src/db/db.ts'
import { errorMessage } from '../../../src/runtime/failure.ts'
import { createLog } from '../../../src/runtime/log/log.ts'
import {
  initialiseCluster,
  portOfPidFile,
  startServer,
  stopServer,
} from '../../../src/runtime/postgres/cluster.ts'
import { createDatabase, urlOf, withClient } from '../../../src/runtime/postgres/server-address.ts'
import { accountFor } from '../../../src/runtime/postgres/unprivileged.ts'
import { openTestDb } from '../../support/open-db.ts'

export interface DatabaseServer {
  /** Throws while the server is down. */
  url(database: string): string
  /** Retries while the server is down. */
  use<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T>
  /** Uses Puente's database. */
  useLedger<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Allows a restart after `awayMs`. */
  kill(awayMs: number): void
  renew(database: string): Promise<void>
  stop(): Promise<void>
}

const quiet = createLog({ level: 'silent', service: 'chaos' })
const LOOK_MS = 100
const PATIENCE_MS = 60_000
/** Small WAL for the small disk, even if Puente starts the server. */
const SMALL = ["max_wal_size = '96MB'", "min_wal_size = '32MB'"]

/**
 * Starts a server on a new cluster in `home`. With `isKept`, restarts it after each exit; otherwise
 * Puente does.
 */
export const startDatabaseServer = async (
  home: string,
  { isKept }: { isKept: boolean },
): Promise<DatabaseServer> => {
  const cluster = join(home, 'postgres')
  const account = accountFor(cluster)
  const password = await initialiseCluster({ home, cluster, account })
  await startServer({ cluster, account })
  const firstPort = portOfPidFile(cluster)
  let awayUntil = 0
  let stopped = false

  const keep = async (): Promise<void> => {
    for (; !stopped; await sleep(LOOK_MS)) {
      if (portOfPidFile(cluster) || Date.now() < awayUntil) continue
      // Fails on a full disk, and while children of the killed server remain.
      await startServer({ cluster, account, port: firstPort }).catch(() => {})
    }
  }
  const keeping = isKept ? keep() : Promise.resolve()

  const address = () => {
    const port = portOfPidFile(cluster)
    if (!port) throw new Error('No server runs')
    return { port, password }
  }
  const insist = async <T>(attempt: () => Promise<T>): Promise<T> => {
    const giveUpAt = Date.now() + PATIENCE_MS
    for (;;) {
      try {
        return await attempt()
      } catch (error) {
        if (Date.now() > giveUpAt) throw new Error(`For a minute: ${errorMessage(error)}`)
        await sleep(LOOK_MS)
      }
    }
  }
  const useLedger: DatabaseServer['useLedger'] = (work) =>
    insist(async () => {
      const db = await openTestDb({ databaseUrl: urlOf(address(), 'puente'), log: quiet })
      return work(db).finally(db.close)
    })
  const use: DatabaseServer['use'] = (database, work) =>
    insist(async () => withClient(urlOf(address(), database), work))

  for (const setting of SMALL) {
    await use('postgres', (client) => client.query(`ALTER SYSTEM SET ${setting}`))
  }
  await use('postgres', (client) => client.query('SELECT pg_reload_conf()'))

  return {
    url: (database) => urlOf(address(), database),
    use,
    useLedger,
    kill: (awayMs) => {
      awayUntil = Date.now() + awayMs
      try {
        const [pid] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
        process.kill(Number(pid), 'SIGKILL')
      } catch {
        // Already dead.
      }
    },
    renew: async (database) => {
      if (!portOfPidFile(cluster)) {
        await insist(() => startServer({ cluster, account }))
      }
      await use('postgres', (client) =>
        client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`),
      )
      await insist(() => createDatabase(address(), database))
    },
    stop: async () => {
      stopped = true
      await keeping
      if (portOfPidFile(cluster)) await stopServer(cluster, account).catch(() => {})
    },
  }
}
