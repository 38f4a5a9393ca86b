import { publicUrl } from '../../../config/addresses.ts'
import { alertSettings } from '../../../config/alert-settings.ts'
import { readSettings } from '../../../config/settings.ts'
import type { AlertChannel } from '../../alerting/channels/channel.ts'
import { channelsOf } from '../../alerting/channels/channels.ts'
import { testChannel } from '../../alerting/test-channels.ts'
import { systemClock } from '../../runtime/clock.ts'
import { UserError } from '../../runtime/failure.ts'
import { createIds } from '../../runtime/ids.ts'
import { printable } from '../../runtime/text/printable.ts'
import type { CommandProgram } from '../terminal/command-program.ts'

export const testAlertChannels = async ({ platforms }: CommandProgram): Promise<void> => {
  const settings = readSettings(process.env, '.env', platforms)
  const { language, ...ways } = alertSettings(settings)
  const channels = channelsOf({ ...ways, language })
  if (channels.length === 0) {
    throw new UserError(
      'No alert channel is configured. Set ALERT_EMAIL_TO, ALERT_SLACK_URL or ALERT_WEBHOOK_URL (config/example.env).',
    )
  }
  await sendTests(channels, { language, publicUrl: publicUrl(settings) })
}

/** Sends a test message through each channel. Throws a UserError if one fails. */
export const sendTests = async (
  channels: readonly AlertChannel[],
  { language, publicUrl }: { language: 'es' | 'en'; publicUrl: string },
): Promise<void> => {
  const ids = createIds(systemClock)
  let failed = 0
  for (const channel of channels) {
    const sent = await testChannel(channel, { ids, clock: systemClock, language, publicUrl })
    const to = printable(`${channel.name} (${channel.receiver})`)
    if (sent.outcome === 'sent') {
      console.log(`${to}: sent, ${printable(sent.answer)}`)
    } else {
      failed += 1
      console.log(`${to}: NOT sent, ${printable(sent.detail)}\n  ${sent.cure}`)
    }
  }
  if (failed > 0) {
    throw new UserError(`${failed} of ${channels.length} channels did not accept the message.`)
  }
}
