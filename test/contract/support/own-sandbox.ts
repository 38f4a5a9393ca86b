import { readSettings, type Settings } from '../../../config/settings.ts'
import { type RunningSandbox, startSandbox } from '../../../sandbox/gateway/sandbox.ts'
import { createLog } from '../../../src/runtime/log/log.ts'
import { databaseWithTables } from '../../support/fresh-database.ts'

export interface OwnSandbox {
  current(): RunningSandbox
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
