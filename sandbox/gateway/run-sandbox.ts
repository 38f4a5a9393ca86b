import { readSandboxSettings } from '../../config/settings.ts'
import { createLog } from '../../src/runtime/log.ts'
import { openLocalDatabase } from '../../src/runtime/postgres/local-database.ts'
import type { Program } from '../../src/runtime/program.ts'
import { startSandbox } from './sandbox.ts'
import { welcome } from './welcome.ts'

/** Opens what the sandbox gateway needs, and starts it. */
export const runSandbox = async ({ open }: Program): Promise<'running'> => {
  const settings = readSandboxSettings()
  const log = createLog({ level: settings.LOG_LEVEL, service: 'sandbox' })
  const database = await open(
    () =>
      openLocalDatabase({
        url: settings.SANDBOX_DATABASE_URL ?? settings.DATABASE_URL,
        dataDir: settings.DATA_DIR,
        name: 'sandbox',
        log,
      }),
    ({ stop }) => stop(),
  )
  const sandbox = await open(
    () => startSandbox({ settings, databaseUrl: database.url, log }),
    ({ close }) => close(),
  )
  process.stdout.write(welcome({ ...sandbox, settings }))
  process.send?.({ ready: sandbox.url, leftovers: sandbox.leftovers })
  return 'running'
}
