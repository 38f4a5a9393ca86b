import { readSettings } from '../../../config/settings.ts'
import { openDb } from '../../db/db.ts'
import { schemasOf } from '../../payments/ports/platform.ts'
import { createLog } from '../../runtime/log/log.ts'
import { openLocalDatabase } from '../../runtime/postgres/local-database.ts'
import type { CommandProgram } from '../terminal/command-program.ts'

type Opener = Pick<CommandProgram, 'open' | 'platforms'>

/** Opens the database without its tables. */
export const openCommandDatabase = async (
  { open, platforms }: Opener,
  { service, level }: { service: string; level: string },
) => {
  const settings = readSettings(process.env, '.env', platforms)
  const log = createLog({ level, service })
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATA_DIR: dataDir } = settings
  const database = await open(
    () => openLocalDatabase({ url, directUrl, dataDir, name: 'puente', log }),
    ({ stop }) => stop(),
  )
  return { settings, log, databaseUrl: database.url }
}

/** The program closes it at its end. */
export type CommandDb = Awaited<ReturnType<typeof openCommandDb>>

/** Opens the tables of the configured database. Logs warnings only: commands print their output. */
export const openCommandDb = async (program: Opener, service: string) => {
  const opened = await openCommandDatabase(program, { service, level: 'warn' })
  const { databaseUrl, settings, log } = opened
  const directUrl = settings.DATABASE_DIRECT_URL
  const platformSchemas = schemasOf(program.platforms)
  const db = await program.open(
    () => openDb({ databaseUrl, directUrl, platformSchemas, log }),
    ({ close }) => close(),
  )
  return { ...opened, db, query: db.query }
}
