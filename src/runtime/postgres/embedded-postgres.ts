import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { errorMessage } from '../failure.ts'
import type { Log } from '../log/log.ts'
import { startCaretaker } from './caretaker.ts'
import { initialiseCluster, portOfPidFile, startServer, stopServer } from './cluster.ts'
import { acquireLease, isLastUser, keepsProcess } from './lease.ts'
import { createDatabase, urlOf } from './server-address.ts'
import { type Account, accountFor } from './unprivileged.ts'

/**
 * PostgreSQL under `<dataDir>/postgres`, on loopback. It outlives a parent that got SIGKILL, and
 * the next start reuses it. The last process stops it; one that exits without `stop` spawns a
 * caretaker.
 */
export interface EmbeddedPostgres {
  databaseUrl(database: string): Promise<string>
  /** No-op while another process uses the server. */
  stop(): Promise<void>
}

const START_ATTEMPTS = 5
const REVIVAL_WAIT_MS = 1_000

export const startEmbeddedPostgres = async (options: {
  dataDir: string
  log: Log
  /** Lines of `postgresql.conf`; tests disable durability. */
  settings?: Record<string, string>
  /** Deletes the folder at the stop. */
  isTemporary?: boolean
}): Promise<EmbeddedPostgres> => {
  const home = resolve(options.dataDir)
  const cluster = join(home, 'postgres')
  mkdirSync(home, { recursive: true })
  const account = accountFor(cluster)

  const leaveCaretaker = () => startCaretaker({ home, isTemporary: options.isTemporary ?? false })
  process.once('exit', leaveCaretaker)
  const password = await initialiseCluster({ home, cluster, account })
  const { port, ...first } = await runningServer({
    cluster,
    account,
    password,
    ...options,
  }).catch((error) => {
    process.off('exit', leaveCaretaker)
    throw error
  })
  const address = { port, password }
  let lease = first.lease
  let stopped = false

  /** Restarts on the same port, for the pools to reconnect. */
  const revive = async (): Promise<void> => {
    while (!stopped) {
      options.log.warn('embedded PostgreSQL is gone; it is started again')
      try {
        const revived = await runningServer({ cluster, account, password, port, ...options })
        lease = revived.lease
        lease.on('end', reviveUnlessStopped)
        return
      } catch (error) {
        options.log.error({ err: error }, 'embedded PostgreSQL not started again yet')
        await sleep(REVIVAL_WAIT_MS)
      }
    }
  }
  let reviving: Promise<void> = Promise.resolve()
  const reviveUnlessStopped = () => {
    if (!stopped) reviving = revive()
  }
  lease.on('end', reviveUnlessStopped)

  return {
    databaseUrl: async (database) => {
      await createDatabase(address, database)
      return urlOf(address, database)
    },
    stop: async () => {
      stopped = true
      // Waits for a restart in flight, which would race the stop.
      await reviving
      keepsProcess(lease, true)
      if (await isLastUser(lease, address)) {
        await stopServer(cluster, account).then(
          () => options.isTemporary && rmSync(home, { recursive: true, force: true }),
          (error) => options.log.warn({ err: error }, 'embedded PostgreSQL did not stop'),
        )
      }
      await lease.end().catch(() => {})
      process.off('exit', leaveCaretaker)
    },
  }
}

const runningServer = async (options: {
  cluster: string
  account: Account | undefined
  password: string
  port?: number
  settings?: Record<string, string>
  log: Log
}): Promise<{ port: number; lease: pg.Client }> => {
  for (let failures = 0; ; ) {
    const port = portOfPidFile(options.cluster)
    const lease = port && (await acquireLease({ port, password: options.password }))
    if (port && lease) return { port, lease }
    try {
      await startServer(options)
    } catch (error) {
      // Another process won the race to start, or orphaned backends hold the shared memory.
      failures++
      if (failures === START_ATTEMPTS)
        throw new Error(
          `The embedded PostgreSQL does not start (${join(options.cluster, 'server.log')}): ${errorMessage(error)}`,
        )
      await sleep(300 * failures)
    }
  }
}
