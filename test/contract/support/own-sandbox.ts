import { readSettings, type Settings } from '../../../config/settings.ts'
import { type RunningSandbox, startSandbox } from '../../../sandbox/gateway/sandbox.ts'
import { createLog } from '../../../src/runtime/log.ts'
import { databaseWithTables } from '../../support/fresh-database.ts'

/** A sandbox in this process, on a database and a port of its own. */
export interface OwnSandbox {
  current(): RunningSandbox
  /** Another sandbox on the same database, after this one was closed. */
  restart(): Promise<void>
}

export const startOwnSandbox = async (overrides: Partial<Settings>): Promise<OwnSandbox> => {
  const databaseUrl = await databaseWithTables()
  const settings: Settings = { ...readSettings({}, '/nowhere/.env'), ...overrides }
  const log = createLog({ level: 'error', service: 'sandbox' })
  const start = () => startSandbox({ settings, databaseUrl, log, port: 0 })
  let sandbox = await start()
  return {
    current: () => sandbox,
    restart: async () => {
      await sandbox.close()
      sandbox = await start()
    },
  }
}
