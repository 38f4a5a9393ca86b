import { platforms } from '../../adapters/registry.ts'
import { publicUrl } from '../../config/addresses.ts'
import { alertSettings } from '../../config/alert-settings.ts'
import { readSettings } from '../../config/settings.ts'
import { channelsOf } from '../alerting/channels/channels.ts'
import { UserError } from '../runtime/failure.ts'
import { type Program, runProgram } from '../runtime/program.ts'
import { readOptions } from './command-line.ts'
import { sendTests } from './send-tests.ts'

const USAGE = `Sends a test message through each channel of alerts that the settings name, and prints what each
answered. Ends with 1 unless all of them took it.

  npm run alerts:test

The channels: ALERT_EMAIL_TO (with ALERT_EMAIL_FROM and SMTP_URL), ALERT_SLACK_URL, and ALERT_WEBHOOK_URL (with
ALERT_WEBHOOK_SECRET).`

const testAlerts = async (_program: Program): Promise<'ended'> => {
  if (readArguments().help) {
    console.log(USAGE)
    return 'ended'
  }
  const settings = readSettings(process.env, '.env', platforms)
  const { language, ...ways } = alertSettings(settings)
  const channels = channelsOf({ ...ways, language })
  if (channels.length === 0) {
    throw new UserError(
      'No channel of alerts is set: alerts reach nobody. Set ALERT_EMAIL_TO, ALERT_SLACK_URL or ALERT_WEBHOOK_URL (config/example.env).',
    )
  }
  await sendTests(channels, { language, publicUrl: publicUrl(settings) })
  return 'ended'
}

const readArguments = () =>
  readOptions('alerts:test', { options: { help: { type: 'boolean', short: 'h', default: false } } })
    .values

await runProgram(testAlerts)
