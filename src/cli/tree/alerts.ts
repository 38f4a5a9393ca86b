import { type Command, Option } from 'commander'
import { ALERT_KINDS } from '../../db/tables/alerts.ts'
import type { ListAlertsOptions } from '../alerts/list.ts'
import { limitOption } from './limit.ts'

export const addAlerts = (root: Command): void => {
  const alerts = root.command('alerts').description('what a person should look at')
  alerts
    .command('list', { isDefault: true })
    .description('the alerts of all stores, newest first')
    .option('--store <store>', 'of this store alone')
    .addOption(
      new Option('--state <state>', 'in this state')
        .choices(['open', 'closed', 'all'])
        .default('open'),
    )
    .addOption(new Option('--kind <kind>', 'of this kind').choices(ALERT_KINDS))
    .addOption(limitOption())
    .option('--json', 'one JSON document, with causes and cures', false)
    .action(async (options: ListAlertsOptions) => {
      const { runCommand } = await import('../command-program.ts')
      const { listAlertsCommand } = await import('../alerts/list.ts')
      await runCommand((program) => listAlertsCommand(program, options))
    })
  alerts
    .command('test')
    .description('send a test message through each channel that the settings name')
    .action(async () => {
      process.argv.splice(2)
      await import('../test-alerts.ts')
    })
  alerts
    .command('close')
    .description('take an alert off the list that was dealt with')
    .argument('<alert>', 'such as prb_12')
    .action(async (alert: string) => {
      const { runCommand } = await import('../command-program.ts')
      const { closeAlertCommand } = await import('../alerts/close.ts')
      await runCommand((program) => closeAlertCommand(program, alert))
    })
}
