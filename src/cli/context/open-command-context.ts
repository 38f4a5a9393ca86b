import { configuredAddresses } from '../../../config/addresses.ts'
import { readSettings } from '../../../config/settings.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import { startPuente } from '../../puente.ts'
import { createLog } from '../../runtime/log/log.ts'
import { openLocalDatabase } from '../../runtime/postgres/local-database.ts'
import type { CommandProgram } from '../terminal/command-program.ts'

/** Opens the context of use cases beside running processes, without taking a role. */
export const openCommandContext = async (
  { open, platforms }: CommandProgram,
  service: string,
): Promise<PaymentsContext> => {
  const settings = readSettings(process.env, '.env', platforms)
  const log = createLog({ level: 'error', service })
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATA_DIR: dataDir } = settings
  const database = await open(
    () => openLocalDatabase({ url, directUrl, dataDir, name: 'puente', log }),
    ({ stop }) => stop(),
  )
  const { ctx } = await open(
    () =>
      startPuente({
        settings: { ...settings, ROLES: [] },
        platforms,
        databaseUrl: database.url,
        log,
        ...configuredAddresses(settings),
      }),
    ({ close }) => close(),
  )
  return ctx
}
