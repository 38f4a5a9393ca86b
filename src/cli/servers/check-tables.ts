import { DB_SCHEMA } from '../../db/db.ts'
import { outdated, unknownFeatures } from '../../db/installation/features.ts'
import { coreSchema } from '../../db/schema.ts'
import type { DbTables } from '../../db/tables.ts'
import { schemasOf } from '../../payments/ports/platform.ts'
import { openDatabase } from '../../runtime/postgres/database.ts'
import { type SchemaState, schemaState } from '../../runtime/schema/prepare-schema.ts'
import { openCommandDatabase } from '../context/open-command-db.ts'
import type { CommandProgram } from '../terminal/command-program.ts'

const MAY_SERVE = 0
const MAY_NOT_SERVE = 1

const STATES: Readonly<Record<Exclude<SchemaState, 'current'>, string>> = {
  missing: 'Not yet: the database has no tables. Run "puente migrate".',
  behind:
    'Not yet: migrations are missing. Run "puente migrate"; processes of the version before go on meanwhile.',
  other: 'No: another edition of Puente created the tables, and this one cannot change them.',
}

/** Says whether this version may serve with the tables as they are. Changes nothing. */
export const checkTables = async (program: CommandProgram): Promise<number> => {
  const service = { service: 'migrate', level: 'warn' }
  const { settings, databaseUrl, log } = await openCommandDatabase(program, service)
  const { query } = await program.open(
    async () =>
      openDatabase<DbTables>({
        url: settings.DATABASE_DIRECT_URL ?? databaseUrl,
        schema: DB_SCHEMA,
        applicationName: 'puente-migrate',
        maxConnections: 1,
        statementMs: settings.DATABASE_TIMEOUT_MS,
        isPreparing: false,
        log,
      }),
    ({ close }) => close(),
  )
  const parts = [coreSchema, ...schemasOf(program.platforms)]
  const state = await schemaState(query, { schema: DB_SCHEMA, parts })
  if (state !== 'current') {
    console.log(STATES[state])
    return MAY_NOT_SERVE
  }
  const unknown = await unknownFeatures(query)
  console.log(unknown.length > 0 ? outdated(unknown).message : 'Yes: this version may serve.')
  return unknown.length > 0 ? MAY_NOT_SERVE : MAY_SERVE
}
