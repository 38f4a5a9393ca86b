import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '../../../src/runtime/postgres/server-address.ts'
import { startPgBouncer } from '../../support/pgbouncer.ts'
import { startSilentProxy } from '../../support/silent-proxy.ts'
import { startPrimaryAndStandby } from '../../support/standby.ts'
import { type DatabaseServer, startDatabaseServer } from '../world/database-server.ts'
import { DATABASE, type OpenStage } from './stage.ts'

/**
 * Promotes a synchronous standby `awayMs` after its primary dies or falls silent. Puente connects
 * through one switched address or a URL with both hosts.
 */
export const promotion =
  (failing: 'killed' | 'silent', by: 'address' | 'several hosts', awayMs: number): OpenStage =>
  async (onClose) => {
    const { primary, standby, stop } = await startPrimaryAndStandby({
      isSynchronous: true,
      settings: {},
    })
    onClose(stop)
    await withClient(primary.url('postgres'), (client) =>
      client.query(`CREATE DATABASE ${DATABASE}`),
    )
    const [first, second] = [primary, standby].map((server) => server.url(DATABASE))
    if (!first || !second) throw new Error('Two servers')
    const [toFirst, toSecond] = [await startSilentProxy(first), await startSilentProxy(second)]
    for (const proxy of [toFirst, toSecond]) onClose(proxy.close)
    let isPromoted = false
    return {
      settings: {
        DATABASE_URL: by === 'address' ? toFirst.url : withBothHosts(toFirst.url, toSecond.url),
      },
      databaseUrl: () => (isPromoted ? second : first),
      strike: async () => {
        if (failing === 'silent') toFirst.silence()
        else primary.kill()
        await sleep(awayMs)
        // Fencing: the old primary must be dead.
        if (failing === 'silent') primary.kill()
        await standby.promote()
        isPromoted = true
        if (by === 'address') toFirst.forward(second)
        return `promoted after ${awayMs} ms`
      },
    }
  }

const withBothHosts = (one: string, other: string): string => {
  const [address, { host }] = [new URL(one), new URL(other)]
  const login = `${address.username}:${address.password}`
  return `postgres://${login}@${address.host},${host}${address.pathname}?sslmode=disable&target_session_attrs=read-write`
}

export const behindPooler =
  (killed: 'pooler' | 'PostgreSQL', awayMs: number): OpenStage =>
  async (onClose) => {
    const database = await openDatabaseServer(onClose)
    const pooler = await startPgBouncer(database.url(DATABASE), { pool_mode: 'session' })
    onClose(pooler.stop)
    return {
      settings: { DATABASE_URL: pooler.url },
      databaseUrl: () => database.url(DATABASE),
      strike: async () => {
        if (killed === 'pooler') {
          await pooler.kill()
          await sleep(awayMs)
          await pooler.start()
        } else {
          database.kill(awayMs)
          await sleep(awayMs)
          await database.use(DATABASE, (client) => client.query('SELECT 1'))
        }
        return `for ${awayMs} ms`
      },
    }
  }

/** Two processes per role, one after the other. */
export const rollingRestart: OpenStage = async (onClose) => {
  const database = await openDatabaseServer(onClose)
  return {
    settings: { DATABASE_URL: database.url(DATABASE) },
    databaseUrl: () => database.url(DATABASE),
    strike: async (puente) => {
      const wrong: string[] = []
      for (const process of puente) wrong.push(...(await process.restart()))
      if (wrong.length > 0) throw new Error(wrong.join('; '))
      return `${puente.length} processes, one after the other`
    },
  }
}

export const openDatabaseServer = async (
  onClose: Parameters<OpenStage>[0],
): Promise<DatabaseServer> => {
  const home = mkdtempSync(join(tmpdir(), 'puente-failover-'))
  onClose(() => rmSync(home, { recursive: true, force: true }))
  const server = await startDatabaseServer(home, { isKept: true })
  onClose(server.stop)
  await server.renew(DATABASE)
  return server
}
