import { type AlertChannelRow, storesWithWaitingMessages } from '../../db/alerts/alert-messages.ts'
import { listOpenAlerts } from '../../db/alerts/alerts.ts'
import type { StoreId } from '../../domain/ids.ts'
import { closeAlert, openOrRefreshAlert } from '../../payments/alerts/alerts.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import { addMs, MINUTE } from '../../runtime/clock.ts'

const KIND = 'alerts_not_delivered'
/** Grace period: a receiver's restart takes less. */
const REPORTED_AFTER_MS = 10 * MINUTE

/**
 * Opens an alert about a failing channel in each store with waiting messages, or in the channel's
 * own store.
 */
export const reportUndelivered = async (
  ctx: PaymentsContext,
  { name, failing_since: since, last_error }: AlertChannelRow,
  ofStore: StoreId | undefined,
): Promise<void> => {
  const { query } = ctx.db
  const now = ctx.clock.now()
  if (!since || addMs(since, REPORTED_AFTER_MS) > now) return
  const details = { channel: name, since: since.toISOString(), last_error }
  const storeIds = ofStore ? [ofStore] : await storesWithWaitingMessages(query, name)
  for (const storeId of storeIds) {
    await openOrRefreshAlert(query, { kind: KIND, storeId, subject: name, details, now })
  }
}

/** Closes the alerts once the channel works. */
export const closeUndelivered = async (ctx: PaymentsContext, channel: string): Promise<void> => {
  const { query } = ctx.db
  const now = ctx.clock.now()
  for (const { store_id: storeId, kind, subject } of await listOpenAlerts(query, {
    kinds: [KIND],
  })) {
    if (subject === channel) await closeAlert(query, { kind, storeId, subject, now })
  }
}
