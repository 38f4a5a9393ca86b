import { gatewayBaseUrl, publicUrl } from '../config/addresses.ts'
import { readSettings } from '../config/settings.ts'
import { runProgram } from './cli/run-program.ts'
import { openLocalDatabase } from './platform/local-database.ts'
import { createLog } from './platform/log.ts'
import { closeOnSignals } from './platform/shutdown.ts'
import { startPuente } from './puente.ts'

/** Starts the roles of `ROLES`, and nothing else: what runs in production. */
await runProgram(async () => {
  const settings = readSettings()
  const log = createLog({ level: settings.LOG_LEVEL, service: 'puente' })
  const database = await openLocalDatabase({
    url: settings.DATABASE_URL,
    dataDir: settings.DATA_DIR,
    name: 'puente',
    log,
  })
  const puente = await startPuente({
    settings,
    databaseUrl: database.url,
    log,
    gatewayBaseUrl: gatewayBaseUrl(settings),
    publicUrl: publicUrl(settings),
  })
  closeOnSignals(async () => {
    await puente.close()
    await database.stop()
  }, log)
  log.info({ roles: settings.ROLES, port: puente.port }, 'puente is running')
})
