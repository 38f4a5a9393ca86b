import { readSandboxSettings } from '../../config/settings.ts'
import { UserError } from '../../src/runtime/failure.ts'
import { SANDBOX_GATEWAY } from '../../src/runtime/http/known-services.ts'
import { createLog } from '../../src/runtime/log/log.ts'
import { requireFreePorts } from '../../src/runtime/net/require-free-ports.ts'
import { openLocalDatabase } from '../../src/runtime/postgres/local-database.ts'
import type { Program } from '../../src/runtime/process/program.ts'
import { startSandbox } from './sandbox.ts'
import { sandboxWelcome } from './welcome.ts'

const NOT_IN_PRODUCTION =
  'NODE_ENV: the sandbox gateway does not run in production: its cards move no money, and its keys are public.'

export const runSandbox = async ({ open }: Program): Promise<'running'> => {
  const settings = readSandboxSettings()
  if (settings.NODE_ENV === 'production') throw new UserError(NOT_IN_PRODUCTION)
  await requireFreePorts(
    [{ setting: 'SANDBOX_PORT', port: settings.SANDBOX_PORT, service: SANDBOX_GATEWAY }],
    { host: settings.LISTEN_HOST, command: 'npm run sandbox', moreSettings: 'DATA_DIR=.data-2' },
  )
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
  process.stdout.write(sandboxWelcome({ ...sandbox, settings }))
  process.send?.({ ready: sandbox.url, leftovers: sandbox.leftovers })
  return 'running'
}
