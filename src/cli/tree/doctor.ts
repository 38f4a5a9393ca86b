import type { Command } from 'commander'
import { action } from './action.ts'
import { JSON_OPTION } from './options.ts'

export const addDoctorCommands = (root: Command): void => {
  root
    .command('doctor')
    .description(
      'check settings, database, gateway, clocks, webhooks and disk, and say how to fix problems',
    )
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      '\nChanges nothing. Exit codes: 0, everything works; 1, a check failed; 2, wrong usage, or only warnings.',
    )
    .action(action(async () => (await import('../doctor/doctor.ts')).doctor))
}
