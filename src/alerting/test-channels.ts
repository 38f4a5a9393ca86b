import { alertChannelsOfStores } from '../db/alerts/store-alert-channels.ts'
import { countAttempt } from '../db/people/sign-in-attempts.ts'
import {
  type AlertTest,
  alertChannelKind,
  type TestAlerts,
} from '../http/api/stores/alert-tests-port.ts'
import type { PaymentsContext } from '../payments/ports/context.ts'
import { addMs, type Clock, SECOND } from '../runtime/clock.ts'
import type { Ids } from '../runtime/ids.ts'
import type { SecretSealer } from '../runtime/secrets/sealed-secrets.ts'
import type { AlertChannel, SendOutcome } from './channels/channel.ts'
import { type AlertSettings, channelsOf } from './channels/channels.ts'
import { openStoreChannel } from './channels/store-channel.ts'
import { testMessage } from './test-message.ts'

/** Sends a test message of its own through a channel. */
export const testChannel = (
  channel: AlertChannel,
  {
    ids,
    clock,
    ...message
  }: { ids: Ids; clock: Clock; language: AlertSettings['language']; publicUrl: string },
): Promise<SendOutcome> => {
  const now = clock.now()
  return channel.send(testMessage({ id: ids.next('alm'), now, ...message }), now)
}

/** A channel gets one test in this time, however often people request one. */
const QUIET_MS = 30 * SECOND

/** Tests the channels of a store and of the installation. */
export const alertTestsOf =
  (
    ctx: PaymentsContext,
    { settings, sealer }: { settings: AlertSettings; sealer: SecretSealer },
  ): TestAlerts =>
  async (store) => {
    const by = { sealer, mailServer: settings.mailServer, storeConnections: ctx.storeConnections }
    const rows = await alertChannelsOfStores(ctx.db.query, [store.id])
    const ofStore = rows.map((row) => ({
      channel: openStoreChannel(row, by),
      kind: row.kind,
      language: store.locale,
    }))
    const ofInstallation = channelsOf(settings).map((channel) => ({
      channel,
      kind: alertChannelKind.parse(channel.name),
      language: settings.language,
    }))
    return Promise.all(
      [...ofStore, ...ofInstallation].map(async ({ channel, kind, language }) => ({
        channel: kind,
        ...receiverOf(channel),
        ...(await testOnce(ctx, channel, language)),
      })),
    )
  }

const receiverOf = ({ storeId, receiver }: AlertChannel): Pick<AlertTest, 'owner' | 'receiver'> =>
  storeId === undefined ? { owner: 'installation', receiver: null } : { owner: 'store', receiver }

const testOnce = async (
  ctx: PaymentsContext,
  channel: AlertChannel,
  language: AlertSettings['language'],
): Promise<Pick<AlertTest, 'outcome' | 'reason' | 'fix'>> => {
  const now = ctx.clock.now()
  const claim = { key: `alert-test:${channel.name}`, now, until: addMs(now, QUIET_MS) }
  const { attempts } = await countAttempt(ctx.db.query, claim)
  if (attempts > 1) return { outcome: 'tested_recently', reason: null, fix: null }
  const sent = await testChannel(channel, { ...ctx, language })
  return sent.outcome === 'sent'
    ? { outcome: 'delivered', reason: null, fix: null }
    : { outcome: 'failed', reason: sent.detail, fix: sent.cure }
}
