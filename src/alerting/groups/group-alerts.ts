import {
  type AlertGroupRow,
  addToAlertGroup,
  alertsOfGroup,
  closeEmptyAlertGroups,
  dueAlertGroups,
  holdAlertGroups,
  ungroupedAlerts,
  writeGroupCheck,
} from '../../db/alerts/alert-groups.ts'
import { addAlertMessages } from '../../db/alerts/alert-messages.ts'
import {
  alertChannelsOfStores,
  hasStoreAlertChannels,
} from '../../db/alerts/store-alert-channels.ts'
import type { DbQuery } from '../../db/db.ts'
import { findStore } from '../../db/stores/stores.ts'
import type { AlertExtent } from '../../db/tables/alert-messages.ts'
import type { StoreId } from '../../domain/ids.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import { addMs, HOUR, MINUTE, SECOND } from '../../runtime/clock.ts'
import { impactOf, isOutage, withOrders } from '../../texts/alerts/extent.ts'
import { groupKeyOf } from '../../texts/alerts/group-key.ts'
import type { AlertChannel } from '../channels/channel.ts'
import type { AlertMessage } from '../messages/alert-message.ts'
import { composeMessage, type MessageAbout, type MessageDraft } from './compose.ts'
import { isMuchWorse } from './worse.ts'

/** Linger, so later alerts join the first message. */
const GATHER_MS = 45 * SECOND
/** Shorter linger: one poll opens all alerts of an outage. */
const GATHER_OUTAGE_MS = 5 * SECOND
/** New alerts join a group until this long after its last one. */
const GROWS_FOR_MS = HOUR
const REPEATED_AFTER_MS = 15 * MINUTE
/** Delay before the next message about a group that has grown, but has not got much worse. */
const REST_AFTER_MS = 4 * HOUR
const POLL_MS = 5 * MINUTE
const MOST_ALERTS = 5_000
const MOST_GROUPS = 100

export interface Grouping {
  channels: readonly Pick<AlertChannel, 'name'>[]
  language: AlertMessage['language']
}

/**
 * Groups new alerts and writes the due messages: opened, much worse, closed. A group that closes
 * before its first message sends none.
 */
export const groupAlerts = async (ctx: PaymentsContext, grouping: Grouping): Promise<void> => {
  const hasRecipient = grouping.channels.length > 0 || (await hasStoreAlertChannels(ctx.db.query))
  if (!hasRecipient) return
  await ctx.db.query.transaction().execute(async (trx) => {
    if (!(await holdAlertGroups(trx))) return
    const now = ctx.clock.now()
    await addNewAlerts(trx, now)
    for (const group of await closeEmptyAlertGroups(trx, now)) {
      if (group.sent_at) await writeClosed({ ctx, trx, now, ...grouping }, group)
    }
    for (const group of await dueAlertGroups(trx, { now, limit: MOST_GROUPS })) {
      await checkGroup({ ctx, trx, now, ...grouping }, group)
    }
  })
}

interface Check extends Grouping {
  ctx: PaymentsContext
  trx: DbQuery
  now: Date
}

const addNewAlerts = async (trx: DbQuery, now: Date): Promise<void> => {
  const alerts = await ungroupedAlerts(trx, MOST_ALERTS)
  const byKey = Map.groupBy(alerts, (alert) => JSON.stringify(groupKeyOf(alert)))
  for (const ofKey of byKey.values()) {
    const [first] = ofKey
    if (!first) continue
    await addToAlertGroup(trx, {
      key: groupKeyOf(first),
      alerts: ofKey,
      since: addMs(now, -GROWS_FOR_MS),
      now,
      firstCheckAt: addMs(now, isOutage(first.kind) ? GATHER_OUTAGE_MS : GATHER_MS),
    })
  }
}

const checkGroup = async (check: Check, group: AlertGroupRow): Promise<void> => {
  const { trx, now } = check
  const alerts = await withOrders(trx, await alertsOfGroup(trx, group, { closed: false }))
  const { affected, ...extent } = await impactOf(trx, group, { alerts, now: check.now })
  if (!isToBeSent(group, extent, now)) {
    await writeGroupCheck(trx, group, { nextCheckAt: addMs(now, POLL_MS) })
    return
  }
  await writeMessages(check, group, 'alert.opened', { alerts, extent, affected })
  await writeGroupCheck(trx, group, {
    nextCheckAt: addMs(now, REPEATED_AFTER_MS),
    sent: { at: now, extent },
  })
}

const isToBeSent = (
  { sent_at: sentAt, sent_extent: sent, last_alert_at: lastAlertAt }: AlertGroupRow,
  extent: AlertExtent,
  now: Date,
): boolean => {
  if (!sentAt || !sent || isMuchWorse(extent, sent)) return true
  return lastAlertAt > sentAt && addMs(sentAt, REST_AFTER_MS) <= now
}

const writeClosed = async (check: Check, group: AlertGroupRow): Promise<void> => {
  const { trx } = check
  const alerts = await withOrders(trx, await alertsOfGroup(trx, group, { closed: true }))
  const { affected, alerts: count } = await impactOf(trx, group, { alerts, now: check.now })
  // Repeats the money of the last message: closed alerts have none at stake.
  const extent = { ...(group.sent_extent ?? EMPTY), alerts: count }
  await writeMessages(check, group, 'alert.closed', { alerts, extent, affected })
}

const EMPTY: AlertExtent = { alerts: 0, orders: 0, minorByCurrency: {} }

interface Said extends Pick<MessageAbout, 'alerts' | 'extent' | 'affected'> {}

const writeMessages = async (
  check: Check,
  group: AlertGroupRow,
  type: AlertMessage['type'],
  said: Said,
): Promise<void> => {
  const { ctx, trx, now, channels, language } = check
  const [storeId, ...otherStores] = new Set(said.alerts.map(({ alert }) => alert.store_id))
  const isOfOneStore = storeId !== undefined && otherStores.length === 0
  const store = isOfOneStore ? await findStore(trx, storeId) : undefined
  const message = compose(check, type, { ...said, group, store, language, isForMerchant: false })
  const messages = channels
    // Skips a failing channel: it cannot report its own failure.
    .filter(({ name }) => group.kind !== 'alerts_not_delivered' || group.cause !== name)
    .map(({ name: channel }) => ({ channel, message }))
  const all = [...messages, ...(await messagesOfStores(check, group, type, said))]
  const written = all.map(({ channel, message: content }) => {
    const id = ctx.ids.next('alm')
    return { id, groupId: group.id, channel, content: { id, ...content } }
  })
  await addAlertMessages(trx, written, now)
}

const compose = (
  { ctx: { platforms, publicUrl }, now }: Check,
  type: AlertMessage['type'],
  about: Omit<MessageAbout, 'platform' | 'publicUrl' | 'now'>,
): MessageDraft => {
  const platform = platforms.find(({ adapter }) => adapter.name === about.store?.platform)?.adapter
  return composeMessage(type, { ...about, platform, publicUrl, now })
}

/** Covers only the store's own alerts, in its language. */
const messagesOfStores = async (
  check: Check,
  group: AlertGroupRow,
  type: AlertMessage['type'],
  said: Said,
): Promise<{ channel: string; message: MessageDraft }[]> => {
  const { trx } = check
  // Failures of the installation's channels do not concern stores.
  const isOurs = group.kind === 'alerts_not_delivered' && !group.cause.startsWith('store:')
  const storeIds = [...new Set(said.alerts.map(({ alert }) => alert.store_id))]
  const channels = isOurs ? [] : await alertChannelsOfStores(trx, storeIds)
  const messages: { channel: string; message: MessageDraft }[] = []
  for (const [storeId, own] of Map.groupBy(channels, ({ store_id }) => store_id)) {
    const store = await findStore(trx, storeId)
    if (!store) continue
    const ofStore = group.store_id ? said : await saidOfStore(check, group, { storeId, said })
    const reader = { language: store.locale, isForMerchant: true }
    const message = compose(check, type, { ...ofStore, ...reader, group, store })
    for (const { id } of own) if (group.cause !== id) messages.push({ channel: id, message })
  }
  return messages
}

const saidOfStore = async (
  { trx, now }: Check,
  group: AlertGroupRow,
  { storeId, said }: { storeId: StoreId; said: Said },
): Promise<Said> => {
  const alerts = said.alerts.filter(({ alert }) => alert.store_id === storeId)
  const { affected, ...extent } = await impactOf(trx, group, { alerts, now })
  return { alerts, extent, affected }
}
