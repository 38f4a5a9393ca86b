import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Settings } from '../../../config/settings.ts'
import { DB_CONNECTIONS, DB_SCHEMA, type Db } from '../../db/db.ts'
import { probeWrites } from '../../db/installation/probe-writes.ts'
import { uncheckedRestore } from '../../db/installation/restored-database.ts'
import { coreSchema } from '../../db/schema.ts'
import type { DbTables } from '../../db/tables.ts'
import { PROCESS_LOCK_CLASS } from '../../db/tasks/processes.ts'
import type { InstalledPlatform } from '../../http/platform-routes.ts'
import { schemasOf } from '../../payments/ports/platform.ts'
import { errorMessage } from '../../runtime/failure.ts'
import type { Log } from '../../runtime/log/log.ts'
import { type Database, openDatabase } from '../../runtime/postgres/database.ts'
import { openLocalDatabase } from '../../runtime/postgres/local-database.ts'
import type { Program } from '../../runtime/process/program.ts'
import { JOB_CONNECTIONS } from '../../runtime/queue/job-queue.ts'
import { type SchemaState, schemaState } from '../../runtime/schema/prepare-schema.ts'
import { type Finding, failedCheck, ok, warning } from './finding.ts'
import {
  type ConnectionCounts,
  judgeConnections,
  judgePostgresVersion,
  judgeSkew,
} from './judge.ts'

export interface CheckedDatabase {
  findings: Finding[]
  /** Set if the schema is current. */
  db?: Db
}

/** Checks without changing data. */
export const checkDatabase = async (
  { open }: Program,
  {
    settings,
    platforms,
    log,
  }: { settings: Settings; platforms: readonly InstalledPlatform[]; log: Log },
): Promise<CheckedDatabase> => {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATA_DIR: dataDir } = settings
  if (!url && !existsSync(join(dataDir, 'postgres'))) return { findings: [NOT_STARTED_YET] }
  try {
    const local = await open(
      () => openLocalDatabase({ url, directUrl, dataDir, name: 'puente', log }),
      ({ stop }) => stop(),
    )
    const connect = (maxConnections: number): Promise<Database<DbTables>> =>
      open(
        async () =>
          openDatabase<DbTables>({
            url: local.url,
            schema: DB_SCHEMA,
            applicationName: 'puente-doctor',
            maxConnections,
            statementMs: settings.DATABASE_TIMEOUT_MS,
            isPreparing: false,
            log,
          }),
        ({ close }) => close(),
      )
    const db = await connect(2)
    const where = url ? 'DATABASE_URL' : `embedded, in ${dataDir}`
    const findings = [await checkVersion(db, where), await checkClock(db)]
    const parts = [coreSchema, ...schemasOf(platforms)]
    const state = await schemaState(db.query, { schema: DB_SCHEMA, parts })
    findings.push(TABLES[state])
    findings.push(await checkConnections(db, settings))
    if (state !== 'current') return { findings }
    // A failed write closes its connection, hence a separate one.
    findings.push(await checkWrites(await connect(1)), ...(await checkRestore(db)))
    return { findings, db: { ...db, long: db, hot: db } }
  } catch (error) {
    return { findings: [notReached(error)] }
  }
}

const NOT_STARTED_YET: Finding = warning({
  check: 'database',
  text: 'There is no embedded PostgreSQL in DATA_DIR yet.',
  cure: 'Start Puente once, or set DATABASE_URL.',
})

const notReached = (error: unknown): Finding =>
  failedCheck({
    check: 'database',
    text: errorMessage(error),
    cure: 'Start PostgreSQL, or correct DATABASE_URL, its password or the firewall.',
  })

const TABLES: Readonly<Record<SchemaState, Finding>> = {
  current: ok({ check: 'tables', text: 'The tables match this version.' }),
  missing: warning({
    check: 'tables',
    text: 'The database has no tables yet.',
    cure: 'Start Puente, or run "puente migrate" with the role that owns the database.',
  }),
  behind: warning({
    check: 'tables',
    text: 'The tables are older than this version.',
    cure: 'Start this version, or run "puente migrate" with the role that owns the database.',
  }),
  other: failedCheck({
    check: 'tables',
    text: 'Another edition of Puente created the tables, and this one cannot change them.',
    cure: 'Use the version that created them, or a new database (docs/database.md).',
  }),
}

const checkVersion = async ({ query }: Database<DbTables>, where: string): Promise<Finding> => {
  const { rows } = await sql<{ number: string }>`
    SELECT current_setting('server_version_num') AS number`.execute(query)
  return judgePostgresVersion(Number(rows[0]?.number), where)
}

/** Measures clock skew against the midpoint of the round trip. */
const checkClock = async ({ query }: Database<DbTables>): Promise<Finding> => {
  const startedAt = Date.now()
  const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(query)
  const ourTime = (startedAt + Date.now()) / 2
  const skewMs = ourTime - (rows[0]?.now.getTime() ?? ourTime)
  return judgeSkew(skewMs, { check: 'clock', whose: "PostgreSQL's" })
}

const checkWrites = async ({ query }: Database<DbTables>): Promise<Finding> => {
  const check = 'database writes'
  try {
    await probeWrites(query)
    return ok({ check, text: 'PostgreSQL accepts writes.' })
  } catch (error) {
    const text = `PostgreSQL refuses writes: ${errorMessage(error)}.`
    return failedCheck({ check, text, cure: CAN_WRITE_AGAIN })
  }
}

const CAN_WRITE_AGAIN =
  'Free its disk, end its read-only mode, or let DATABASE_URL name the primary; its role needs INSERT and UPDATE on all tables. Until then Puente refuses every delivery, and the gateway sends it again.'

const checkRestore = async ({ query }: Database<DbTables>): Promise<Finding[]> => {
  const from = await uncheckedRestore(query)
  if (!from) return []
  const text = `The database was restored as of ${from.toISOString()}, and not checked.`
  return [
    failedCheck({ check: 'restore', text, cure: 'Stop Puente and run "puente restore-check".' }),
  ]
}

/** Compares free connections with the upper bound of Puente's processes. */
const checkConnections = async (
  { query }: Database<DbTables>,
  settings: Settings,
): Promise<Finding> => {
  const { rows } = await sql<ConnectionCounts>`
    SELECT current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int
        - COALESCE(current_setting('reserved_connections', true)::int, 0) AS allowed,
      LEAST(
        NULLIF((SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user), -1),
        NULLIF((SELECT datconnlimit FROM pg_database WHERE datname = current_database()), -1)
      ) AS limited_to,
      (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend'
        AND NOT (datname = current_database() AND application_name LIKE 'puente%')) AS others,
      (SELECT count(DISTINCT objid)::int FROM pg_locks WHERE locktype = 'advisory'
        AND classid = ${sql.lit(PROCESS_LOCK_CLASS)} AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      ) AS processes`.execute(query)
  return judgeConnections(rows[0], connectionsOfProcess(settings))
}

const connectionsOfProcess = ({ REDIS_URL: redisUrl, ROLES: roles }: Settings): number => {
  const { usual, long, hot } = DB_CONNECTIONS
  const jobs = redisUrl || !roles.includes('worker') ? 0 : JOB_CONNECTIONS
  return usual + long + hot + jobs + SIGNAL_CONNECTIONS
}

const SIGNAL_CONNECTIONS = 1
