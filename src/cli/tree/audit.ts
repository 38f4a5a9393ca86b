import type { Command } from 'commander'
import type { AuditOptions } from '../audit.ts'
import { limitOption } from './limit.ts'

export const addAudit = (root: Command): void => {
  root
    .command('audit')
    .description('who did what, from where, and what came of it; newest first')
    .option('--store <store>', 'of this store alone')
    .option('--since <time>', 'from then on, such as 2030-01-31T18:00:00-06:00')
    .addOption(limitOption())
    .option('--json', 'all of it, one JSON document a line', false)
    .option('--csv', 'all of it, as a table for spreadsheets', false)
    .action(async (options: AuditOptions) => {
      const { runCommand } = await import('../command-program.ts')
      const { printAudit } = await import('../audit.ts')
      await runCommand((program) => printAudit(program, options))
    })
}
