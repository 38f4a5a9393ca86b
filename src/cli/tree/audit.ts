import { type Command, Option } from 'commander'
import { action } from './action.ts'
import { limitOption, timeOption } from './options.ts'

export const addAuditCommands = (root: Command): void => {
  root
    .command('audit')
    .description('show the audit log, newest first')
    .option('--store <store>', 'only this store')
    .addOption(
      timeOption(
        '--since <time>',
        'only entries since this time, such as 2030-01-31T18:00:00-06:00',
        {
          needsZone: true,
        },
      ),
    )
    .addOption(limitOption())
    .option('--json', 'print every entry, one JSON document per line', false)
    .addOption(new Option('--csv', 'print every entry as CSV').default(false).conflicts('json'))
    .action(action(async () => (await import('../audit.ts')).printAudit))
}
