import { readSettings, type Settings } from '../../../config/settings.ts'
import { type Db, openDb } from '../../db/db.ts'
import { schemasOf } from '../../payments/ports/platform.ts'
import { createLog, type Log } from '../../runtime/log/log.ts'
import { openLocalDatabase } from '../../runtime/postgres/local-database.ts'
import type { CommandProgram } from '../terminal/command-program.ts'

/** Resources of a database command, which the program closes at its end. */
export interface CommandDb {
  settings: Settings
  db: Db
  /** Warnings only; commands print their own output. */
  log: Log
  databaseUrl: string
}

/** Opens the configured database beside running processes. */
export const openCommandDb = async (
  { open, platforms }: Pick<CommandProgram, 'open' | 'platforms'>,
  service: string,
): Promise<CommandDb> => {
  const settings = readSettings(process.env, '.env', platforms)
  const log = createLog({ level: 'warn', service })
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATA_DIR: dataDir } = settings
  const database = await open(
    () => openLocalDatabase({ url, directUrl, dataDir, name: 'puente', log }),
    ({ stop }) => stop(),
  )
  const db = await open(
    () =>
      openDb({ databaseUrl: database.url, directUrl, platformSchemas: schemasOf(platforms), log }),
    ({ close }) => close(),
  )
  return { settings, db, log, databaseUrl: database.url }
}
