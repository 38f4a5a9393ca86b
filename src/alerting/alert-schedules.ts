import { deleteOldAlertMessages } from '../db/alert-messages.ts'
import type { PaymentsContext } from '../payments/ports/context.ts'
import { addMs, HOUR, SECOND } from '../runtime/clock.ts'
import type { Schedule } from '../tasks/schedules.ts'
import { type AlertSettings, channelsOf } from './channels/channels.ts'
import { sendAlertMessages } from './delivery/send-messages.ts'
import { groupAlerts } from './groups/group-alerts.ts'

const KEPT_FOR_MS = 30 * 24 * HOUR

/** What takes alerts to people: grouping them, and sending their messages channel by channel. */
export const alertSchedules = (settings: AlertSettings): readonly Schedule[] => {
  const channels = channelsOf(settings)
  const { language } = settings
  return [
    {
      name: 'group-alerts',
      everyMs: 5 * SECOND,
      run: (ctx) => groupAlerts(ctx, { channels, language }),
    },
    ...channels.map((channel) => ({
      name: `alert-messages-${channel.name}`,
      everyMs: 5 * SECOND,
      run: (ctx: PaymentsContext) => sendAlertMessages(ctx, channel),
    })),
    {
      name: 'old-alert-messages',
      everyMs: 6 * HOUR,
      run: async (ctx) => {
        await deleteOldAlertMessages(ctx.db.query, addMs(ctx.clock.now(), -KEPT_FOR_MS))
      },
    },
  ]
}
