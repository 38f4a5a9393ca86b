import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { errorMessage } from './failure.ts'
import type { Log } from './log.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { type Account, giveTo, runAs, unprivilegedAccount } from './unprivileged.ts'

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

export const startEmbeddedPostgres = async (options: {
  dataDir: string
  log: Log
  /** Server settings of `postgresql.conf`; tests turn durability off with these. */
  settings?: Record<string, string>
}): Promise<EmbeddedPostgres> => {
  const home = resolve(options.dataDir)
  const cluster = join(home, 'postgres')
  const account = unprivilegedAccount()
  mkdirSync(home, { recursive: true })

  const password = await initialise({ home, cluster, account })
  const port = await runningPort({ cluster, account, password, ...options })
  const address = { port, password }

  return {
    databaseUrl: async (database) => {
      await createDatabase(address, database)
      return urlOf(address, database)
    },
    stop: async () => {
      if (await usedByOthers(address)) return
      await runAs(
        account,
        postgresBinaries().pgCtl,
        ['stop', '-D', cluster, '-m', 'fast', '-w'],
        [cluster],
      ).catch((error) => options.log.warn({ err: error }, 'embedded PostgreSQL did not stop'))
    },
  }
}

const urlOf = ({ port, password }: ServerAddress, database: string): string =>
  `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`

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
    await runAs(account, postgresBinaries().initdb, [...args, ...encoding], [draft])
    renameSync(draftPasswordFile, join(draft, 'superuser-password'))
    try {
      renameSync(draft, cluster)
    } catch (error) {
      rmSync(draft, { recursive: true, force: true })
      if (!existsSync(passwordFile)) throw error
    }
  }
  return readFileSync(passwordFile, 'utf8')
}

/** Uses the server that runs on the cluster, or starts one. Returns its port. */
const runningPort = async (options: {
  cluster: string
  account: Account | undefined
  password: string
  settings?: Record<string, string>
  log: Log
}): Promise<number> => {
  let lastError: unknown
  for (let attempt = 0; attempt < START_ATTEMPTS; attempt++) {
    const port = portOfPidFile(options.cluster)
    if (port !== undefined && (await answers({ port, password: options.password }))) return port
    try {
      await startServer(options)
    } catch (error) {
      // Another process of ours may have started it in the meantime: look again.
      lastError = error
      await sleep(200 * (attempt + 1))
    }
  }
  throw new Error(`The embedded PostgreSQL does not start: ${errorMessage(lastError)}`)
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

const answers = (address: ServerAddress): Promise<boolean> =>
  withClient(urlOf(address, 'postgres'), async () => true).catch(() => false)

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

const usedByOthers = (address: ServerAddress): Promise<boolean> =>
  withClient(urlOf(address, 'postgres'), async (client) => {
    const { rowCount } = await client.query(
      `SELECT FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    )
    return Boolean(rowCount)
  }).catch(() => false)

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
