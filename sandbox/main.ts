import { readSettings, type Settings, SettingsError } from '../config/settings.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { createLog, type Log } from '../src/platform/log.ts'
import { closeOnSignals } from '../src/platform/shutdown.ts'
import { startSandbox } from './sandbox.ts'
import { welcome } from './welcome.ts'

/** `npm run sandbox`: the gateway as a process of its own. */
const main = async (): Promise<void> => {
  const settings = readSettings()
  const log = createLog({ level: settings.LOG_LEVEL, service: 'sandbox' })
  const database = await findDatabase(settings, log)
  const sandbox = await startSandbox({ settings, databaseUrl: database.url, log })
  closeOnSignals(async () => {
    await sandbox.close()
    await database.stop()
  }, log)
  process.stdout.write(welcome({ url: sandbox.url, settings }))
  process.send?.({ ready: sandbox.url })
}

const findDatabase = async (
  settings: Settings,
  log: Log,
): Promise<{ url: string; stop(): Promise<void> }> => {
  const url = settings.SANDBOX_DATABASE_URL ?? settings.DATABASE_URL
  if (url) return { url, stop: async () => {} }
  const server = await startEmbeddedPostgres({ dataDir: settings.DATA_DIR, log })
  return { url: await server.databaseUrl('sandbox'), stop: () => server.stop() }
}

try {
  await main()
} catch (error) {
  if (!(error instanceof SettingsError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
