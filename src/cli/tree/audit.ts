import type { Command } from 'commander'
import type { AuditOptions } from '../audit.ts'
import { limitOption } from './limit.ts'

export const addAudit = (root: Command): void => {
  root
    .command('audit')
    .description('show the audit log, newest first')
    .option('--store <store>', 'only this store')
    .option('--since <time>', 'only entries since this time, such as 2030-01-31T18:00:00-06:00')
    .addOption(limitOption())
    .option('--json', 'print every entry, one JSON document per line', false)
    .option('--csv', 'print every entry as CSV', false)
    .action(async (options: AuditOptions) => {
      const { runCommand } = await import('../command-program.ts')
      const { printAudit } = await import('../audit.ts')
      await runCommand((program) => printAudit(program, options))
    })
}
