import { readSettings, type Settings } from '../../config/settings.ts'
import { type Ledger, openLedger } from '../ledger/ledger.ts'
import { createLog, type Log } from '../platform/log.ts'
import { openLocalDatabase } from '../platform/postgres/local-database.ts'
import type { Program } from '../platform/program.ts'

/** What a command on the ledger works with; all of it is closed when the command ends. */
export interface CommandLedger {
  settings: Settings
  ledger: Ledger
  /** Warnings alone: what a command has to say, it prints. */
  log: Log
  databaseUrl: string
}

/** Opens the ledger that the settings name, for a command that runs beside Puente's processes. */
export const openCommandLedger = async (
  { open }: Program,
  service: string,
): Promise<CommandLedger> => {
  const settings = readSettings()
  const log = createLog({ level: 'warn', service })
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATA_DIR: dataDir } = settings
  const database = await open(
    () => openLocalDatabase({ url, directUrl, dataDir, name: 'puente', log }),
    ({ stop }) => stop(),
  )
  const ledger = await open(
    () => openLedger({ databaseUrl: database.url, directUrl, log }),
    ({ close }) => close(),
  )
  return { settings, ledger, log, databaseUrl: database.url }
}
