import { type Command, Option } from 'commander'
import { ALERT_KINDS } from '../../db/tables/alerts.ts'
import type { ListAlertsOptions } from '../alerts/list.ts'
import { limitOption } from './limit.ts'

export const addAlerts = (root: Command): void => {
  const alerts = root.command('alerts').description('list, close and test alerts')
  alerts
    .command('list', { isDefault: true })
    .description('list the alerts of all stores, newest first')
    .option('--store <store>', 'only this store')
    .addOption(
      new Option('--state <state>', 'in this state')
        .choices(['open', 'closed', 'all'])
        .default('open'),
    )
    .addOption(new Option('--kind <kind>', 'of this kind').choices(ALERT_KINDS))
    .addOption(limitOption())
    .option('--json', 'print one JSON document, with causes and cures', false)
    .action(async (options: ListAlertsOptions) => {
      const { runCommand } = await import('../command-program.ts')
      const { listAlertsCommand } = await import('../alerts/list.ts')
      await runCommand((program) => listAlertsCommand(program, options))
    })
  alerts
    .command('test')
    .description('send a test message through each configured channel')
    .action(async () => {
      process.argv.splice(2)
      await import('../test-alerts.ts')
    })
  alerts
    .command('close')
    .description('close an alert')
    .argument('<alert>', 'such as prb_12')
    .action(async (alert: string) => {
      const { runCommand } = await import('../command-program.ts')
      const { closeAlertCommand } = await import('../alerts/close.ts')
      await runCommand((program) => closeAlertCommand(program, alert))
    })
}
