import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Settings } from '../../../config/settings.ts'
import { DB_SCHEMA } from '../../db/db.ts'
import { coreSchema } from '../../db/schema.ts'
import type { DbTables } from '../../db/tables.ts'
import type { InstalledPlatform } from '../../http/platform-routes.ts'
import { schemasOf } from '../../payments/ports/platform.ts'
import { type Database, openDatabase } from '../../runtime/database.ts'
import { errorMessage } from '../../runtime/failure.ts'
import type { Log } from '../../runtime/log.ts'
import { openLocalDatabase } from '../../runtime/postgres/local-database.ts'
import type { Program } from '../../runtime/program.ts'
import { type SchemaState, schemaState } from '../../runtime/schema.ts'
import { type Finding, failed, ok, warning } from './finding.ts'
import { judgePostgresVersion, judgeSkew } from './judge.ts'

export interface CheckedDatabase {
  findings: Finding[]
  /** Where it has the tables of this version. */
  db?: Database<DbTables>
}

/** Looks at the database without changing anything of it. */
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
    const db = await open(
      async () =>
        openDatabase<DbTables>({
          url: local.url,
          schema: DB_SCHEMA,
          applicationName: 'puente-doctor',
          maxConnections: 2,
          statementMs: settings.DATABASE_TIMEOUT_MS,
          isPreparing: false,
          log,
        }),
      ({ close }) => close(),
    )
    const where = url ? 'DATABASE_URL' : `embedded, in ${dataDir}`
    const findings = [await checkVersion(db, where), await checkClock(db)]
    const parts = [coreSchema, ...schemasOf(platforms)]
    const state = await schemaState(db.query, { schema: DB_SCHEMA, parts })
    findings.push(TABLES[state])
    return state === 'current' ? { findings, db } : { findings }
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
  failed({
    check: 'database',
    text: errorMessage(error),
    cure: 'Start PostgreSQL, or correct DATABASE_URL, its password and the firewall in between.',
  })

const TABLES: Readonly<Record<SchemaState, Finding>> = {
  current: ok({ check: 'tables', text: 'The tables are those of this version.' }),
  missing: warning({
    check: 'tables',
    text: 'The database has no tables yet.',
    cure: 'Start Puente, or run "puente migrate" with the role that owns the database.',
  }),
  behind: warning({
    check: 'tables',
    text: 'The tables lack what this version adds to them.',
    cure: 'Start this version, or run "puente migrate" with the role that owns the database.',
  }),
  other: failed({
    check: 'tables',
    text: 'The tables were made by another edition of Puente, which this one cannot change.',
    cure: 'Use the version that made them, or a new database (docs/database.md).',
  }),
}

const checkVersion = async ({ query }: Database<DbTables>, where: string): Promise<Finding> => {
  const { rows } = await sql<{ number: string }>`
    SELECT current_setting('server_version_num') AS number`.execute(query)
  return judgePostgresVersion(Number(rows[0]?.number), where)
}

/** Half of the way there and back lies between its clock and ours. */
const checkClock = async ({ query }: Database<DbTables>): Promise<Finding> => {
  const askedAt = Date.now()
  const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(query)
  const ourTime = (askedAt + Date.now()) / 2
  const skewMs = ourTime - (rows[0]?.now.getTime() ?? ourTime)
  return judgeSkew(skewMs, { check: 'clock', whose: "PostgreSQL's" })
}
