import type { AlertChannel } from '../alerting/channels/channel.ts'
import { testMessage } from '../alerting/test-message.ts'
import { systemClock } from '../runtime/clock.ts'
import { UserError } from '../runtime/failure.ts'
import { createIds } from '../runtime/ids.ts'
import { printable } from '../runtime/text/printable.ts'

/**
 * Sends a test message through each channel and prints the answers. Throws a UserError if one
 * fails.
 */
export const sendTests = async (
  channels: readonly AlertChannel[],
  { language, publicUrl }: { language: 'es' | 'en'; publicUrl: string },
): Promise<void> => {
  const ids = createIds(systemClock)
  let failed = 0
  for (const channel of channels) {
    const now = systemClock.now()
    const message = testMessage({ id: ids.next('alm'), language, publicUrl, now })
    const sent = await channel.send(message, now)
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
