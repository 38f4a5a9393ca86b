import { publicUrl } from '../../../config/addresses.ts'
import { alertSettings } from '../../../config/alert-settings.ts'
import { readSettings } from '../../../config/settings.ts'
import { channelsOf } from '../../alerting/channels/channels.ts'
import { UserError } from '../../runtime/failure.ts'
import type { ProgramEnd } from '../../runtime/process/program.ts'
import { sendTests } from '../send-tests.ts'
import type { CommandProgram } from '../terminal/command-program.ts'

/** Sends a test message through each configured channel and prints the answers. */
export const testAlertChannels = async ({ platforms }: CommandProgram): Promise<ProgramEnd> => {
  const settings = readSettings(process.env, '.env', platforms)
  const { language, ...ways } = alertSettings(settings)
  const channels = channelsOf({ ...ways, language })
  if (channels.length === 0) {
    throw new UserError(
      'No alert channel is configured. Set ALERT_EMAIL_TO, ALERT_SLACK_URL or ALERT_WEBHOOK_URL (config/example.env).',
    )
  }
  await sendTests(channels, { language, publicUrl: publicUrl(settings) })
  return 'ended'
}
