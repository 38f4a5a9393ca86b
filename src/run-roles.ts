import { configuredAddresses } from '../config/addresses.ts'
import { readSettings } from '../config/settings.ts'
import type { InstalledPlatform } from './http/platform-routes.ts'
import { gracefulStopMs, startPuente } from './puente.ts'
import { createLog } from './runtime/log/log.ts'
import { openLocalDatabase } from './runtime/postgres/local-database.ts'
import type { Program } from './runtime/process/program.ts'

/** Load balancers need this long to notice the shutdown. */
const IDLE_MS = 500

export const runRoles = async (
  { open, endWithin }: Program,
  platforms: readonly InstalledPlatform[],
): Promise<'running'> => {
  const settings = readSettings(process.env, '.env', platforms)
  const log = createLog({ level: settings.LOG_LEVEL, service: 'puente' })
  endWithin(gracefulStopMs(settings))
  await open(
    async () => log,
    async () => log.info('puente has stopped'),
  )
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATA_DIR: dataDir } = settings
  const database = await open(
    () => openLocalDatabase({ url, directUrl, dataDir, name: 'puente', log }),
    ({ stop }) => stop(),
  )
  const { ROLES: roles } = settings
  const puente = await open(
    () =>
      startPuente({
        settings,
        platforms,
        databaseUrl: database.url,
        log,
        ...configuredAddresses(settings),
        idleMs: IDLE_MS,
      }),
    ({ close }) => {
      log.info({ roles }, 'puente stops: work under way is finished')
      return close()
    },
  )
  log.info({ roles, port: puente.port, private_port: puente.privatePort }, 'puente is running')
  return 'running'
}
