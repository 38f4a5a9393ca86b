import {
  gatewayBaseUrl,
  gatewayEmbedBaseUrl,
  gatewaySdkUrl,
  publicUrl,
} from '../config/addresses.ts'
import { readSettings } from '../config/settings.ts'
import { createLog } from './platform/log.ts'
import { openLocalDatabase } from './platform/postgres/local-database.ts'
import { runProgram } from './platform/program.ts'
import { startPuente } from './puente.ts'

/** Starts the roles of `ROLES`, and nothing else: what runs in production. */
await runProgram(async ({ open }) => {
  const settings = readSettings()
  const log = createLog({ level: settings.LOG_LEVEL, service: 'puente' })
  const { DATABASE_URL: url, DATA_DIR: dataDir } = settings
  const database = await open(
    () => openLocalDatabase({ url, dataDir, name: 'puente', log }),
    ({ stop }) => stop(),
  )
  const puente = await open(
    () =>
      startPuente({
        settings,
        databaseUrl: database.url,
        log,
        gatewayBaseUrl: gatewayBaseUrl(settings),
        gatewayEmbedBaseUrl: gatewayEmbedBaseUrl(settings),
        gatewaySdkUrl: gatewaySdkUrl(settings),
        publicUrl: publicUrl(settings),
      }),
    ({ close }) => close(),
  )
  log.info({ roles: settings.ROLES, port: puente.port }, 'puente is running')
  return 'running'
})
