import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  initialiseCluster,
  portOfPidFile,
  startServer,
  stopServer,
} from '../../src/runtime/postgres/cluster.ts'
import { urlOf, withClient } from '../../src/runtime/postgres/server-address.ts'
import { accountFor } from '../../src/runtime/postgres/unprivileged.ts'
import { eventually } from './eventually.ts'

export interface PrimaryAndStandby {
  primary: Server & { stop(): Promise<void>; kill(): void }
  standby: Server & { promote(): Promise<void> }
  stop(): Promise<void>
}

interface Server {
  url(database: string): string
}

const STANDBY = 'standby'

export interface Replication {
  /** A commit waits until the standby has flushed it. */
  isSynchronous?: boolean
  settings?: Record<string, string>
}

export const startPrimaryAndStandby = async ({
  isSynchronous = false,
  settings = { fsync: 'off' },
}: Replication = {}): Promise<PrimaryAndStandby> => {
  const home = mkdtempSync(join(tmpdir(), 'puente-standby-'))
  const [first, second] = [join(home, 'one'), join(home, 'two')]
  const account = accountFor(first)
  const password = await initialiseCluster({ home, cluster: first, account })
  execFileSync('cp', ['-a', first, second])
  writeFileSync(join(second, 'standby.signal'), '')

  await startServer({ cluster: first, account, settings })
  const primary = serverOn(first, password)
  const conninfo = `${primary.url('postgres')}&application_name=${STANDBY}`
  await startServer({
    cluster: second,
    account,
    settings: { ...settings, primary_conninfo: conninfo },
  })
  const standby = serverOn(second, password)
  if (isSynchronous) await waitForStandby(primary.url('postgres'))

  const stop = async (cluster: string): Promise<void> => {
    if (portOfPidFile(cluster)) await stopServer(cluster, account).catch(() => {})
  }
  return {
    primary: {
      ...primary,
      stop: () => stop(first),
      kill: () => {
        const [pid] = readFileSync(join(first, 'postmaster.pid'), 'utf8').split('\n')
        process.kill(Number(pid), 'SIGKILL')
      },
    },
    standby: {
      ...standby,
      promote: () =>
        withClient(standby.url('postgres'), async (client) => {
          await client.query('SELECT pg_promote()')
        }),
    },
    stop: async () => {
      // A stopping primary waits until its standby has all WAL, so stop both.
      await Promise.all([stop(second), stop(first)])
      rmSync(home, { recursive: true, force: true })
    },
  }
}

const serverOn = (cluster: string, password: string): Server => {
  const port = portOfPidFile(cluster)
  if (!port) throw new Error('No server runs')
  return { url: (database) => urlOf({ port, password }, database) }
}

/** The setting is not replicated. */
const waitForStandby = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query(`ALTER SYSTEM SET synchronous_standby_names = '${STANDBY}'`)
    await client.query('SELECT pg_reload_conf()')
    await eventually(async () => {
      const synchronous = `SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`
      return (await client.query(synchronous)).rowCount === 1
    })
  })
