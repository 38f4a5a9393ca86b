import type { Command } from 'commander'
import { action } from './action.ts'
import { notes } from './help.ts'
import { commandOf, JSON_OPTION, timeOption } from './options.ts'

export const addRestoreCommands = (root: Command): void => {
  commandOf(
    root,
    'restore-check',
    'compare a restored database with the gateway and the stores, before Puente starts on it',
  )
    .addOption(
      timeOption('--since <time>', 'time of the backup (default: its newest row)', {
        needsZone: true,
      }),
    )
    .option('--apply', 'recover and repair what it shows', false)
    .option('--no-recover', 'recover no payments: another Puente uses the same gateway account')
    .option('--moved', 'the database was moved and lacks nothing: close the alerts', false)
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      notes(`
Stop all processes first. Without --apply it only looks. It compares the days of the nightly reconciliation before the
backup, and all days since. Exit codes: 0, nothing is left to do for a person; 1, a store could not be compared; 2, wrong
usage, or a person has to look.`),
    )
    .action(action(async () => (await import('../restore/restore-check.ts')).restoreCheck))
}
