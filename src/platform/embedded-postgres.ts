import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { errorMessage } from './failure.ts'
import type { Log } from './log.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { type Account, accountFor, giveTo, runAs } from './unprivileged.ts'

/**
 * A real PostgreSQL server of our own under `<dataDir>/postgres`, on loopback.
 *
 * The server lives in a session of its own: it outlives a killed parent, and the next start uses
 * it again. Several of our processes can share it; the last one that stops takes it down.
 */
export interface EmbeddedPostgres {
  /** The connection URL of a database, which is created when it is missing. */
  databaseUrl(database: string): Promise<string>
  /** Stops the server, unless another process still uses it. Data stay. */
  stop(): Promise<void>
}

interface ServerAddress {
  port: number
  password: string
}

const SUPERUSER = 'puente'
const START_ATTEMPTS = 5
const STARTUP_PATIENCE_MS = 60_000

export const startEmbeddedPostgres = async (options: {
  dataDir: string
  log: Log
  /** Server settings of `postgresql.conf`; tests turn durability off with these. */
  settings?: Record<string, string>
}): Promise<EmbeddedPostgres> => {
  const home = resolve(options.dataDir)
  const cluster = join(home, 'postgres')
  mkdirSync(home, { recursive: true })
  const account = accountFor(cluster)

  const password = await initialise({ home, cluster, account })
  const { port, lease } = await runningServer({ cluster, account, password, ...options })
  const address = { port, password }

  return {
    databaseUrl: async (database) => {
      await createDatabase(address, database)
      return urlOf(address, database)
    },
    stop: async () => {
      keepsProcess(lease, true)
      if (await isLastUser(lease, address)) {
        await runAs(
          account,
          postgresBinaries().pgCtl,
          ['stop', '-D', cluster, '-m', 'fast', '-w'],
          [cluster],
        ).catch((error) => options.log.warn({ err: error }, 'embedded PostgreSQL did not stop'))
      }
      await lease.end().catch(() => {})
    },
  }
}

/** Says that there is no TLS, which a `PGSSLMODE` in the environment would otherwise ask for. */
const urlOf = ({ port, password }: ServerAddress, database: string): string =>
  `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`

/**
 * Makes the cluster in a folder beside its place and moves it there whole, so that a start which
 * is killed half-way, or two starts at once, never leave half a cluster. Returns the password.
 */
const initialise = async ({
  home,
  cluster,
  account,
}: {
  home: string
  cluster: string
  account: Account | undefined
}): Promise<string> => {
  const passwordFile = join(cluster, 'superuser-password')
  if (!existsSync(passwordFile)) {
    const password = randomBytes(18).toString('base64url')
    const draft = join(home, `postgres-new-${randomBytes(4).toString('hex')}`)
    const draftPasswordFile = `${draft}.password`
    mkdirSync(draft, { mode: 0o700 })
    writeFileSync(draftPasswordFile, password, { mode: 0o600 })
    giveTo(draft, account)
    giveTo(draftPasswordFile, account)
    const args = [`--pgdata=${draft}`, `--username=${SUPERUSER}`, `--pwfile=${draftPasswordFile}`]
    const encoding = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-instructions']
    try {
      await runAs(account, postgresBinaries().initdb, [...args, ...encoding], [draft])
      renameSync(draftPasswordFile, join(draft, 'superuser-password'))
      renameSync(draft, cluster)
    } catch (error) {
      rmSync(draft, { recursive: true, force: true })
      rmSync(draftPasswordFile, { force: true })
      if (!existsSync(passwordFile)) throw error
    }
  }
  return readFileSync(passwordFile, 'utf8')
}

/** Uses the server that runs on the cluster, or starts one. */
const runningServer = async (options: {
  cluster: string
  account: Account | undefined
  password: string
  settings?: Record<string, string>
  log: Log
}): Promise<{ port: number; lease: pg.Client }> => {
  for (let failures = 0; ; ) {
    const port = portOfPidFile(options.cluster)
    const lease = port && (await takeLease({ port, password: options.password }))
    if (port && lease) return { port, lease }
    try {
      await startServer(options)
    } catch (error) {
      // Another process of ours may have started or stopped it in the meantime: look again. And
      // the children of a killed server hold its memory until they have noticed.
      failures++
      if (failures === START_ATTEMPTS)
        throw new Error(
          `The embedded PostgreSQL does not start (${join(options.cluster, 'server.log')}): ${errorMessage(error)}`,
        )
      await sleep(300 * failures)
    }
  }
}

const startServer = async ({
  cluster,
  account,
  settings = {},
}: {
  cluster: string
  account: Account | undefined
  settings?: Record<string, string>
}): Promise<void> => {
  const flags = Object.entries({
    port: String(await freePort()),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    ...settings,
  }).map(([name, value]) => `-c ${name}='${value}'`)
  forgetDeadServer(cluster)
  const log = join(cluster, 'server.log')
  const args = ['start', '-D', cluster, '-w', '-t', '60', '-l', log, '-o', flags.join(' ')]
  await runAs(account, postgresBinaries().pgCtl, args, [cluster])
}

/** The fourth line of `postmaster.pid` is the port. The file of a dead server tells nothing. */
const portOfPidFile = (cluster: string): number | undefined => {
  try {
    const [pid, , , port] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    process.kill(Number(pid), 0)
    return Number(port) || undefined
  } catch (error) {
    return isPermissionError(error) ? portWithoutCheck(cluster) : undefined
  }
}

/**
 * PostgreSQL takes any live process with the number in `postmaster.pid` for a running server, and
 * refuses to start. After the restart of a container that number soon belongs to somebody else.
 */
const forgetDeadServer = (cluster: string): void => {
  const pidFile = join(cluster, 'postmaster.pid')
  try {
    const [pid] = readFileSync(pidFile, 'utf8').split('\n')
    const status = readFileSync(`/proc/${Number(pid)}/status`, 'utf8')
    const isServer = /^Name:\s+postgres$/m.test(status) && !/^State:\s+Z/m.test(status)
    if (!isServer) rmSync(pidFile)
  } catch {
    // No such file or no such process (PostgreSQL sees that itself), or a system without /proc.
  }
}

const isPermissionError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EPERM'

const portWithoutCheck = (cluster: string): number | undefined =>
  Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[3]) || undefined

const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'puente-embedded',
    connectionTimeoutMillis: 3_000,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * A connection that every process keeps while it uses the server, with a shared lock on it. Only
 * who gets that lock for itself alone may take the server down. `undefined`: there is no server,
 * or it is being taken down.
 */
const takeLease = async (address: ServerAddress): Promise<pg.Client | undefined> => {
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
const isStartingOrStopping = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '57P03'

/** Whether the lease keeps the process alive. node-postgres has these methods, its types do not. */
const keepsProcess = (lease: pg.Client & { ref?(): void; unref?(): void }, keeps: boolean) =>
  keeps ? lease.ref?.() : lease.unref?.()

const createDatabase = (address: ServerAddress, database: string): Promise<void> =>
  withClient(urlOf(address, 'postgres'), async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [
      database,
    ])
    if (rowCount) return
    await client.query(`CREATE DATABASE ${pg.escapeIdentifier(database)}`).catch((error) => {
      if (!ALREADY_THERE.includes(error.code)) throw error
    })
  })

/** duplicate_database, and unique_violation when two create it in the same instant. */
const ALREADY_THERE = ['42P04', '23505']

/** Gives the lease up; true when nobody else has one and no other client is connected. */
const isLastUser = (lease: pg.Client, address: ServerAddress): Promise<boolean> => {
  const ask = async (client: pg.Client) => {
    await client.query('SELECT pg_advisory_unlock_shared($1)', [LEASE_LOCK])
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS alone', [LEASE_LOCK])
    if (!rows[0]?.alone) return false
    const { rowCount } = await client.query(
      `SELECT FROM pg_stat_activity
       WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND application_name <> $1`,
      [LEASE_NAME],
    )
    return rowCount === 0
  }
  return (
    ask(lease)
      // The lease was lost: the server has been restarted since, or is gone.
      .catch(() => withClient(urlOf(address, 'postgres'), ask))
      .catch(() => false)
  )
}

const freePort = (): Promise<number> =>
  new Promise((resolvePort, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object'
          ? resolvePort(address.port)
          : reject(new Error('No free port')),
      )
    })
  })
