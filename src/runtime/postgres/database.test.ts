import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { freshDatabase } from '../../../test/support/fresh-database.ts'
import { type SilentProxy, startSilentProxy } from '../../../test/support/silent-proxy.ts'
import { startPrimaryAndStandby } from '../../../test/support/standby.ts'
import { createLog } from '../log/log.ts'
import { freePort } from '../net/free-port.ts'
import { connectDatabase } from './connect-database.ts'
import {
  type Database,
  type DatabaseOptions,
  isDatabaseUnreachable,
  isLockConflict,
  openDatabase,
} from './database.ts'

const log = createLog({ level: 'silent', service: 'test' })
const closers: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

let url: string
beforeAll(async () => {
  url = await freshDatabase()
})

const STATEMENT_MS = 500

type Limits = Pick<DatabaseOptions, 'statementMs' | 'connectMs' | 'probeEveryMs'>

const open = (address: string, more: Limits = {}) => {
  const database: Database<Record<string, never>> = openDatabase({
    url: address,
    schema: 'public',
    applicationName: 'test',
    maxConnections: 3,
    statementMs: STATEMENT_MS,
    log,
    ...more,
  })
  closers.push(database.close)
  return database
}

const behindProxy = async (
  more: Limits = {},
): Promise<{ database: Database<Record<string, never>>; proxy: SilentProxy }> => {
  const proxy = await startSilentProxy(url)
  closers.push(proxy.close)
  return { database: open(proxy.url, more), proxy }
}

const timed = async (work: Promise<unknown>): Promise<{ error: unknown; ms: number }> => {
  const startedAt = Date.now()
  const error = await work.then(
    () => undefined,
    (reason) => reason,
  )
  return { error, ms: Date.now() - startedAt }
}

describe('a PostgreSQL that stops responding', () => {
  it('a statement times out, and every statement succeeds as soon as the server is back', async () => {
    const { database, proxy } = await behindProxy()
    // Opens all three connections, for the proxy to silence.
    await Promise.all([1, 2, 3].map(() => database.pool.query('SELECT pg_sleep(0.05)')))
    proxy.silence()
    const { error, ms } = await timed(sql`SELECT 1`.execute(database.query))
    expect(isDatabaseUnreachable(error)).toBe(true)
    expect(ms).toBeLessThan(5_000)
    proxy.forward()
    for (let n = 0; n < 3; n++) {
      // A dead connection would time out.
      const { error } = await timed(sql`SELECT 1`.execute(database.query))
      expect(error).toBeUndefined()
    }
  })

  it('a transaction fails once, without waiting for its rollback', async () => {
    const { database, proxy } = await behindProxy()
    const failed = Promise.withResolvers<void>()
    const ended = timed(
      database.query.transaction().execute(async (trx) => {
        await sql`SELECT 1`.execute(trx)
        proxy.silence()
        await sql`SELECT 2`.execute(trx).finally(failed.resolve)
      }),
    )
    await failed.promise
    // A pending rollback would take the whole statement timeout; a busy machine delays this timer
    // too.
    const first = await Promise.race([ended, sleep(STATEMENT_MS - 50, { error: 'a second wait' })])
    expect(isDatabaseUnreachable(first.error), String(first.error)).toBe(true)
    expect(database.pool.totalCount).toBe(0)
  })

  it('closing does not wait for a silent server', async () => {
    const { database, proxy } = await behindProxy({ statementMs: 30_000 })
    await sql`SELECT 1`.execute(database.query)
    proxy.silence()
    const asked = timed(sql`SELECT 1`.execute(database.query))
    await sleep(50)
    closers.pop()
    const { ms } = await timed(database.close())
    expect(ms).toBeLessThan(10_000)
    expect(isDatabaseUnreachable((await asked).error)).toBe(true)
  })

  it('closing does not wait for a connection that the silent server never completes', async () => {
    const { database, proxy } = await behindProxy({ connectMs: 60_000 })
    proxy.silence()
    const asked = timed(sql`SELECT 1`.execute(database.query))
    await sleep(100)
    closers.pop()
    const { ms } = await timed(database.close())
    expect(ms).toBeLessThan(10_000)
    expect(isDatabaseUnreachable((await asked).error)).toBe(true)
  })

  it('a connection that only listens for notifications notices the silence', async () => {
    const { database, proxy } = await behindProxy()
    const client = await database.pool.connect()
    const ended = new Promise((resolve) => client.once('error', resolve))
    proxy.silence()
    expect(isDatabaseUnreachable(await ended)).toBe(true)
    client.release(true)
  })
})

describe('a PostgreSQL that responds', () => {
  it('a process busy for longer than the statement timeout does not mistake the server for silent', async () => {
    const database = open(url, { statementMs: 500 })
    await sql`SELECT 1`.execute(database.query)
    const asked = timed(sql`SELECT 1`.execute(database.query))
    // Lets the socket send the statement.
    await new Promise((resolve) => setImmediate(resolve))
    const until = Date.now() + 700
    while (Date.now() < until) {}
    expect((await asked).error).toBeUndefined()
  })
})

describe('a statement that waits for a lock', () => {
  it('the server ends a lock wait before the client times out, and the connection survives', async () => {
    const database = open(url, { statementMs: 1_000 })
    await database.pool.query('CREATE TABLE IF NOT EXISTS public.locked (id int)')
    const holder = new pg.Client(url)
    await holder.connect()
    await holder.query('BEGIN; LOCK TABLE public.locked')
    const sessions = async (): Promise<number[]> => {
      const pids = [1, 2, 3].map(() =>
        database.pool.query('SELECT pg_backend_pid() AS pid, pg_sleep(0.05)'),
      )
      return (await Promise.all(pids)).map(({ rows }) => rows[0].pid).toSorted()
    }
    const before = await sessions()
    const { error } = await timed(sql`INSERT INTO public.locked VALUES (1)`.execute(database.query))
    expect([isLockConflict(error), isDatabaseUnreachable(error)]).toEqual([true, false])
    expect(await sessions()).toEqual(before)
    await holder.end()
    await database.pool.query('INSERT INTO public.locked VALUES (1)')
  })
})

describe('a slow statement', () => {
  it('a slow statement completes under a longer statement timeout', async () => {
    const usual = open(url)
    expect(isDatabaseUnreachable((await timed(usual.pool.query('SELECT pg_sleep(2)'))).error)).toBe(
      true,
    )
    const long = open(url, { statementMs: 20_000, probeEveryMs: 300 })
    expect((await timed(long.pool.query('SELECT pg_sleep(2)'))).error).toBeUndefined()
  })

  it('a slow statement fails long before its timeout once the server has stopped working on it', async () => {
    const { database, proxy } = await behindProxy({ statementMs: 60_000, probeEveryMs: 300 })
    await database.pool.query('SELECT 1')
    const asked = timed(database.pool.query('SELECT pg_sleep(1)'))
    await sleep(50)
    proxy.silence()
    setTimeout(() => proxy.forward(), 600)
    const { error, ms } = await asked
    expect(isDatabaseUnreachable(error)).toBe(true)
    expect(ms).toBeLessThan(30_000)
  })
})

describe('a database session', () => {
  it('a session turns synchronous_commit on if the server has it off, and keeps any stronger setting', async () => {
    const settingOf = async (setting: string): Promise<string> => {
      const name = new URL(url).pathname.slice(1)
      const admin = new pg.Client(url)
      await admin.connect()
      await admin.query(`ALTER DATABASE ${name} SET synchronous_commit = ${setting}`)
      await admin.end()
      const { rows } = await open(url).pool.query('SHOW synchronous_commit')
      return rows[0].synchronous_commit
    }
    expect(await settingOf('off')).toBe('on')
    expect(await settingOf('local')).toBe('local')
    expect(await settingOf('remote_apply')).toBe('remote_apply')
    await settingOf('on')
  })
})

describe('a connection string with several hosts', () => {
  const withHosts = (...addresses: string[]): string => {
    const one = new URL(addresses[0] ?? '')
    const hosts = addresses.map((address) => new URL(address).host).join(',')
    return `postgres://${one.username}:${one.password}@${hosts}${one.pathname}?sslmode=disable&target_session_attrs=read-write`
  }
  const portOf = async (database: Database<Record<string, never>>): Promise<number> => {
    const { rows } = await database.pool.query('SELECT inet_server_port() AS port')
    return rows[0].port
  }

  it('the pool skips a host that refuses and a host that is silent', async () => {
    const silent = await startSilentProxy(url)
    closers.push(silent.close)
    silent.silence()
    const refused = new URL(url)
    refused.port = String(await freePort())
    const address = withHosts(refused.href, silent.url, url)
    await connectDatabase(address)
    expect(await portOf(open(address))).toBe(Number(new URL(url).port))
  })

  it('the error names each host and its reason if none is a primary', async () => {
    const refused = [await freePort(), await freePort()].map((port) => {
      const address = new URL(url)
      address.port = String(port)
      return address.href
    })
    await expect(connectDatabase(withHosts(...refused))).rejects.toThrow(
      /^DATABASE_URL: cannot reach PostgreSQL at .*: connect ECONNREFUSED.*; .*: connect ECONNREFUSED/,
    )
  })

  it('the pool follows the promoted standby without a restart', async () => {
    const { primary, standby, stop } = await startPrimaryAndStandby({ isSynchronous: true })
    closers.push(stop)
    const [first, second] = [primary.url('postgres'), standby.url('postgres')]
    const database = open(withHosts(second, first), { statementMs: 2_000 })
    expect(await portOf(database)).toBe(Number(new URL(first).port))
    await database.pool.query('CREATE TABLE public.kept (id int)')
    await primary.stop()
    await standby.promote()
    await eventually(async () => {
      const write = database.pool.query('INSERT INTO public.kept VALUES (1) RETURNING id')
      return (await write.catch(() => ({ rowCount: 0 }))).rowCount === 1
    })
    expect(await portOf(database)).toBe(Number(new URL(second).port))
  })
})
