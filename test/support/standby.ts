import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createLog } from '../../src/platform/log.ts'
import { stopServer } from '../../src/platform/postgres/cluster.ts'
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded-postgres.ts'
import { accountFor } from '../../src/platform/postgres/unprivileged.ts'

/** Two servers by PostgreSQL's own replication: the second is a copy that follows the first. */
export interface PrimaryAndStandby {
  primary: { url: string; stop(): Promise<void> }
  standby: { url: string; promote(): Promise<void> }
  stop(): Promise<void>
}

const log = createLog({ level: 'silent', service: 'test' })

export const startPrimaryAndStandby = async (): Promise<PrimaryAndStandby> => {
  const home = mkdtempSync(join(tmpdir(), 'puente-standby-'))
  const [first, second] = [join(home, 'one'), join(home, 'two')]
  const settings = { fsync: 'off' }
  const start = (dataDir: string, more = {}) =>
    startEmbeddedPostgres({ dataDir, log, settings: { ...settings, ...more } })
  await (await start(first)).stop()
  mkdirSync(second)
  execFileSync('cp', ['-a', join(first, 'postgres'), join(second, 'postgres')])
  writeFileSync(join(second, 'postgres', 'standby.signal'), '')
  const primary = await start(first)
  const url = await primary.databaseUrl('postgres')
  const { port, username, password } = new URL(url)
  const standby = await start(second, {
    primary_conninfo: `postgres://${username}:${password}@127.0.0.1:${port}/postgres`,
  })
  const standbyUrl = await standby.databaseUrl('postgres')
  let isStopped = false
  const stopPrimary = async (): Promise<void> => {
    if (isStopped) return
    isStopped = true
    // Not when its last client has gone, as it does by itself: now.
    await primary.stop()
    const cluster = join(first, 'postgres')
    await stopServer(cluster, accountFor(cluster)).catch(() => {})
  }
  return {
    primary: { url, stop: stopPrimary },
    standby: {
      url: standbyUrl,
      promote: async () => {
        const client = new pg.Client(standbyUrl)
        await client.connect()
        await client.query('SELECT pg_promote()')
        await client.end()
      },
    },
    stop: async () => {
      await standby.stop()
      await stopPrimary()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
