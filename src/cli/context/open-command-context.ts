import { configuredAddresses } from '../../../config/addresses.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import { startPuente } from '../../puente.ts'
import type { CommandProgram } from '../terminal/command-program.ts'
import { openCommandDatabase } from './open-command-db.ts'

/** Opens the context beside running processes, without a role. */
export const openCommandContext = async (
  program: CommandProgram,
  service: string,
  { opensUnchecked = false } = {},
): Promise<PaymentsContext> => {
  const opened = await openCommandDatabase(program, { service, level: 'error' })
  const { settings, databaseUrl, log } = opened
  const addresses = configuredAddresses(settings)
  const { ctx } = await program.open(
    () =>
      startPuente({
        settings: { ...settings, ROLES: [] },
        platforms: program.platforms,
        databaseUrl,
        log,
        opensUnchecked,
        ...addresses,
      }),
    ({ close }) => close(),
  )
  return ctx
}
