import { dueStoreAlertChannels } from '../../db/alerts/store-alert-channels.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import { openStoreChannel } from '../channels/store-channel.ts'
import { sendAlertMessages } from './send-messages.ts'

const AT_ONCE = 8

/** Serves the channels that have waited longest first. */
export const sendMessagesOfStores = async (
  ctx: PaymentsContext,
  given: Omit<Parameters<typeof openStoreChannel>[1], 'storeConnections'>,
): Promise<void> => {
  const by = { ...given, storeConnections: ctx.storeConnections }
  const due = await dueStoreAlertChannels(ctx.db.query, { now: ctx.clock.now(), limit: AT_ONCE })
  await Promise.all(
    due.map(async (row) => {
      try {
        await sendAlertMessages(ctx, openStoreChannel(row, by))
      } catch (error) {
        ctx.log.error({ err: error, channel: row.id }, 'channel of a store was not used')
      }
    }),
  )
}
