import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { describe, expect, it, type TestContext } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { createLog } from '../log/log.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { type Account, openToOthers, unprivilegedAccount } from './unprivileged.ts'

const log = createLog({ level: 'silent', service: 'test' })
const isRoot = process.getuid?.() === 0
const ordinaryUser = unprivilegedAccount()
/** Other accounts cannot start Node from a closed folder. */
const isReachable = openToOthers(process.execPath)

const closedFolder = (test: TestContext, owner?: Account): string => {
  const folder = mkdtempSync(join(tmpdir(), 'puente-embedded-'))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  test.onTestFinished(() => {
    for (const dataDir of [folder, join(folder, 'data'), join(folder, 'Mi tienda')]) {
      if (isRunning(dataDir)) kill(serverPid(dataDir))
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return folder
}

const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has already exited.
  }
}

const here = (dataDir: string): Promise<EmbeddedPostgres> => startEmbeddedPostgres({ dataDir, log })

/** Another process that starts the server and opens no connection. */
interface OtherProcess {
  url: string
  stop(): Promise<void>
  kill(): Promise<void>
}

const PROGRAM = `
  import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'))}
  import { createLog } from ${JSON.stringify(join(import.meta.dirname, '../log/log.ts'))}
  const server = await startEmbeddedPostgres({
    dataDir: process.argv[1],
    log: createLog({ level: 'silent', service: 'test' }),
  })
  console.log(await server.databaseUrl('shop'))
  process.stdin.once('data', async () => {
    process.stdin.destroy()
    await server.stop()
    console.log('stopped')
  })
`

const elsewhere = async (
  test: TestContext,
  dataDir: string,
  account?: Account,
): Promise<OtherProcess> => {
  const args = ['--input-type=module', '-e', PROGRAM, dataDir]
  const child = spawn(process.execPath, args, {
    ...account,
    cwd: '/',
    // Environment of a machine with a remote database.
    env: { ...process.env, PGSSLMODE: 'require', PGHOST: 'db.example', PGPORT: '1', PGUSER: 'me' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  test.onTestFinished(() => void child.kill('SIGKILL'))
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const printed: string[] = []
  let complaints = ''
  child.stderr.on('data', (chunk) => {
    complaints += chunk
  })
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout)
      .once('line', resolve)
      .on('line', (line) => printed.push(line))
    child.once('close', () => reject(new Error(complaints)))
  })
  return {
    url,
    stop: async () => {
      child.stdin.write('stop\n')
      await exited
      expect(printed).toContain('stopped')
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

const ask = async (url: string, statement: string): Promise<unknown[]> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 60_000,
    query_timeout: 60_000,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

const pidFile = (dataDir: string): string => join(dataDir, 'postgres', 'postmaster.pid')
const serverPid = (dataDir: string): number =>
  Number(readFileSync(pidFile(dataDir), 'utf8').split('\n')[0])
const isRunning = (dataDir: string): boolean => existsSync(pidFile(dataDir))

const killServer = async (dataDir: string): Promise<void> => {
  const pid = serverPid(dataDir)
  process.kill(pid, 'SIGKILL')
  await eventually(async () => !existsSync(`/proc/${pid}`) || isZombie(pid))
}
const isZombie = (pid: number): boolean => {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return true
  }
}

describe.concurrent('embedded PostgreSQL', () => {
  it('a server keeps its data between starts, in a folder with a blank in its name', async (test) => {
    const dataDir = join(closedFolder(test), 'Mi tienda')
    const first = await here(dataDir)
    const url = await first.databaseUrl('shop')
    await ask(url, 'CREATE TABLE orders AS SELECT 1 AS number')
    await first.stop()
    expect(isRunning(dataDir)).toBe(false)

    const second = await here(dataDir)
    expect(await ask(await second.databaseUrl('shop'), 'SELECT * FROM orders')).toEqual([
      { number: 1 },
    ])
    await second.stop()
  })

  it('a start reuses the server of a killed process', async (test) => {
    const dataDir = closedFolder(test)
    const killed = await elsewhere(test, dataDir)
    const left = serverPid(dataDir)
    await ask(killed.url, 'CREATE TABLE orders AS SELECT 1 AS number')
    await killed.kill()

    const server = await here(dataDir)
    expect(serverPid(dataDir)).toBe(left)
    expect(await ask(await server.databaseUrl('shop'), 'SELECT * FROM orders')).toHaveLength(1)
    await server.stop()
    expect(isRunning(dataDir)).toBe(false)
  })

  it('a start succeeds after process and server were both killed', async (test) => {
    const dataDir = closedFolder(test)
    const killed = await elsewhere(test, dataDir)
    await ask(killed.url, 'CREATE TABLE orders AS SELECT 1 AS number')
    await killed.kill()
    await killServer(dataDir)
    expect(isRunning(dataDir)).toBe(true)

    const server = await here(dataDir)
    expect(await ask(await server.databaseUrl('shop'), 'SELECT * FROM orders')).toHaveLength(1)
    await server.stop()
  })

  it("a start succeeds although another program has the killed server's process id", async (test) => {
    const dataDir = closedFolder(test)
    const server = await here(dataDir)
    await server.stop()
    const stranger = spawn('sleep', ['60'], { ...ordinaryUser, stdio: 'ignore' })
    test.onTestFinished(() => void stranger.kill('SIGKILL'))
    const owner = statSync(join(dataDir, 'postgres'))
    const lines = [
      stranger.pid,
      join(dataDir, 'postgres'),
      1_700_000_000,
      1,
      '',
      '127.0.0.1',
      '',
      'ready',
    ]
    writeFileSync(pidFile(dataDir), `${lines.join('\n')}\n`, { mode: 0o600 })
    chownSync(pidFile(dataDir), owner.uid, owner.gid)

    const again = await here(dataDir)
    expect(await ask(await again.databaseUrl('shop'), 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await again.stop()
  })

  it('two processes that start concurrently on an empty folder share one server', async (test) => {
    const dataDir = closedFolder(test)
    const [one, other] = await Promise.all([elsewhere(test, dataDir), elsewhere(test, dataDir)])
    expect(one.url).toBe(other.url)
    expect(await ask(one.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await Promise.all([one.stop(), other.stop()])
    expect(isRunning(dataDir)).toBe(false)
  })

  it('a killed server is restarted on its port', async (test) => {
    const dataDir = closedFolder(test)
    const server = await here(dataDir)
    const url = await server.databaseUrl('shop')
    await ask(url, 'CREATE TABLE kept (what text)')
    await killServer(dataDir)
    const kept = await eventually(() => ask(url, 'SELECT * FROM kept').catch(() => false as const))
    expect(kept).toEqual([])
    await server.stop()
  })

  it('a process that stops keeps the server running for an idle process', async (test) => {
    const dataDir = closedFolder(test)
    const idle = await elsewhere(test, dataDir)
    const server = await here(dataDir)
    await server.stop()
    expect(await ask(idle.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await idle.stop()
    expect(isRunning(dataDir)).toBe(false)
  })

  it('a process that starts while another stops gets a running server', async (test) => {
    const dataDir = closedFolder(test)
    const leaving = await here(dataDir)
    const [arriving] = await Promise.all([elsewhere(test, dataDir), leaving.stop()])
    expect(await ask(arriving.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await arriving.stop()
  })

  it.runIf(isReachable)('an ordinary user can run the server', async (test) => {
    const dataDir = join(closedFolder(test, ordinaryUser), 'data')
    const theirs = await elsewhere(test, dataDir, ordinaryUser)
    expect(await ask(theirs.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await theirs.stop()
    expect(isRunning(dataDir)).toBe(false)
  })

  it.runIf(isRoot)('root can run the server in a folder closed to others', async (test) => {
    const home = closedFolder(test)
    chmodSync(home, 0o700)
    const server = await here(join(home, 'data'))
    expect(await ask(await server.databaseUrl('shop'), 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await server.stop()
  })

  it.runIf(isRoot && isReachable)('root can reuse the data of an ordinary user', async (test) => {
    const someone = { uid: 1, gid: 1 }
    const dataDir = join(closedFolder(test, someone), 'data')
    const theirs = await elsewhere(test, dataDir, someone)
    await theirs.stop()

    const server = await here(dataDir)
    expect(await ask(await server.databaseUrl('shop'), 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await server.stop()
  })

  it.runIf(isRoot && isReachable)(
    "an ordinary user gets an error for another account's data",
    async (test) => {
      const folder = closedFolder(test)
      chmodSync(folder, 0o755)
      const dataDir = join(folder, 'data')
      mkdirSync(dataDir)
      mkdirSync(join(dataDir, 'postgres'), { mode: 0o700 })
      await expect(elsewhere(test, dataDir, ordinaryUser)).rejects.toThrow(
        /belongs to another account/,
      )
    },
  )
})
