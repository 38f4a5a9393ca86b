import { deleteOldAlertMessages } from '../db/alerts/alert-messages.ts'
import type { PaymentsContext } from '../payments/ports/context.ts'
import { addMs, HOUR, MINUTE, SECOND } from '../runtime/clock.ts'
import type { SecretSealer } from '../runtime/secrets/sealed-secrets.ts'
import type { Schedule } from '../tasks/schedules.ts'
import { type AlertSettings, channelsOf } from './channels/channels.ts'
import { sendAlertMessages } from './delivery/send-messages.ts'
import { sendMessagesOfStores } from './delivery/send-of-stores.ts'
import { groupAlerts } from './groups/group-alerts.ts'
import { sendReports } from './reports/send-reports.ts'

const KEPT_FOR_MS = 30 * 24 * HOUR

/** Schedules that group alerts and send messages per channel. */
export const alertSchedules = (
  settings: AlertSettings,
  sealer: SecretSealer,
): readonly Schedule[] => {
  const channels = channelsOf(settings)
  const { language, mailServer } = settings
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
      name: 'alert-messages-stores',
      everyMs: 5 * SECOND,
      run: (ctx) => sendMessagesOfStores(ctx, { sealer, mailServer }),
    },
    { name: 'mail-reports', everyMs: MINUTE, run: sendReports },
    {
      name: 'old-alert-messages',
      everyMs: 6 * HOUR,
      run: async (ctx) => {
        await deleteOldAlertMessages(ctx.db.query, addMs(ctx.clock.now(), -KEPT_FOR_MS))
      },
    },
  ]
}
