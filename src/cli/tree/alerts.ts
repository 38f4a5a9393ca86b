import { type Command, Option } from 'commander'
import { ALERT_KINDS } from '../../db/tables/alerts.ts'
import { action } from './action.ts'
import { notes } from './help.ts'
import { commandOf, limitOption } from './options.ts'

export const addAlertCommands = (root: Command): void => {
  const alerts = commandOf(root, 'alerts', 'list, close and test alerts')
  alerts
    .command('list', { isDefault: true })
    .description('list the alerts of all stores, newest first')
    .option('--store <store>', 'only this store')
    .addOption(
      new Option('--state <state>', 'only alerts in this state')
        .choices(['open', 'closed', 'all'])
        .default('open'),
    )
    .addOption(new Option('--kind <kind>', 'only this kind').choices(ALERT_KINDS))
    .addOption(limitOption())
    .option('--json', 'print one JSON document, with causes and cures', false)
    .action(action(async () => (await import('../alerts/list.ts')).listAlertsCommand))
  commandOf(alerts, 'test', 'send a test message through each configured channel')
    .addHelpText(
      'after',
      notes(`
Channels: ALERT_EMAIL_TO (with ALERT_EMAIL_FROM and SMTP_URL), ALERT_SLACK_URL, and ALERT_WEBHOOK_URL (with
ALERT_WEBHOOK_SECRET). Exits with 1 unless every channel accepts the message.`),
    )
    .action(action(async () => (await import('../alerts/test-channels.ts')).testAlertChannels))
  commandOf(alerts, 'close', 'close an alert')
    .argument('<alert>', 'alert id, such as prb_12')
    .action(action(async () => (await import('../alerts/close.ts')).closeAlertCommand))
}
