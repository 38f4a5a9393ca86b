import { z } from 'zod'
import { alertSettings } from '../../../config/alert-settings.ts'
import { storeConnections } from '../../../config/store-connections.ts'
import { openStoreChannel, type StoreReceiver } from '../../alerting/channels/store-channel.ts'
import {
  alertChannelsOfStores,
  deleteStoreAlertChannels,
  saveStoreAlertChannel,
  sealingContextOfReceiver,
  storeAlertChannelId,
} from '../../db/alerts/store-alert-channels.ts'
import type { StoreRow } from '../../db/db.ts'
import { UserError } from '../../runtime/failure.ts'
import { isReadableInTransit } from '../../runtime/net/plain-http.ts'
import { endpointUrl } from '../../runtime/process/settings-part.ts'
import { sendTests } from '../alerts/test-channels.ts'
import { WrongUse } from '../terminal/command-line.ts'
import { storeNamed } from '../terminal/store-named.ts'
import { printTable, stdoutOutlet } from '../terminal/table.ts'
import type { StoreCommandContext } from './workplace.ts'

type Kind = StoreReceiver['kind']

export interface AlertChannelOptions {
  id: string
  alertEmail?: string
  alertSlackUrl?: string
  alertWebhookUrl?: string
  test: boolean
}

const SECRET_BYTES = 32

export const changeAlertChannels = async (
  workplace: StoreCommandContext,
  { id, alertEmail, alertSlackUrl, alertWebhookUrl, test }: AlertChannelOptions,
): Promise<void> => {
  const store = await storeNamed(workplace.connecting.query, id)
  const texts = [
    { kind: 'email', option: '--alert-email', text: alertEmail },
    { kind: 'slack', option: '--alert-slack-url', text: alertSlackUrl },
    { kind: 'webhook', option: '--alert-webhook-url', text: alertWebhookUrl },
  ] as const
  const given = texts.flatMap(({ kind, option, text }) =>
    text === undefined ? [] : [{ kind, receiver: readReceiver(workplace, { kind, option, text }) }],
  )
  for (const { kind, receiver } of given) await change(workplace, { store, kind, receiver })
  const by = {
    sealer: workplace.connecting.sealer,
    mailServer: alertSettings(workplace.settings).mailServer,
    storeConnections: storeConnections(workplace.settings),
  }
  const rows = await alertChannelsOfStores(workplace.connecting.query, [store.id])
  const channels = rows.map((row) => openStoreChannel(row, by))
  if (channels.length === 0) {
    console.log(`Store "${store.id}" has no alert channels.`)
  }
  if (!test && channels.length === 0) return
  if (!test) {
    // Without a terminal, a blank parts name and receiver.
    const { isTTY } = stdoutOutlet()
    const rows = channels.map(({ name, receiver }) =>
      isTTY ? [name, receiver] : [`${name} ${receiver}`],
    )
    printTable(['CHANNEL', { header: 'RECEIVER', yields: 'cut' }], rows, { none: '' })
    return
  }
  await sendTests(channels, { language: store.locale, publicUrl: workplace.publicUrl })
}

const readReceiver = (
  { settings, connecting: { ids } }: StoreCommandContext,
  { kind, option, text }: { kind: Kind; option: string; text: string },
): StoreReceiver | undefined => {
  if (text === '') return undefined
  if (kind === 'email') {
    const to = z.array(z.email()).safeParse(text.split(',').map((address) => address.trim()))
    if (!to.success) throw new WrongUse(`${option}: expected e-mail addresses`)
    return { kind, to: to.data }
  }
  const { data: url, error } = endpointUrl.safeParse(text)
  if (!url) throw new WrongUse(`${option}: ${error?.issues[0]?.message}`)
  if (settings.NODE_ENV === 'production' && isReadableInTransit(url)) {
    throw new UserError(`${option}: must be an https address in production`)
  }
  if (kind === 'slack') return { kind, url }
  const bytes = Buffer.from(ids.secret(SECRET_BYTES), 'base64url')
  return { kind, url, secret: `whsec_${bytes.toString('base64')}` }
}

const change = async (
  { connecting: { query, sealer, now } }: StoreCommandContext,
  { store, kind, receiver }: { store: StoreRow; kind: Kind; receiver: StoreReceiver | undefined },
): Promise<void> => {
  if (!receiver) return deleteStoreAlertChannels(query, { storeId: store.id, kind, now })
  const id = storeAlertChannelId(store.id, kind)
  const sealed = sealer.seal(JSON.stringify(receiver), sealingContextOfReceiver(id))
  const channel = { id, store_id: store.id, kind, sealed_receiver: sealed, created_at: now }
  await saveStoreAlertChannel(query, channel)
  if (receiver.kind === 'webhook') {
    console.log(`Webhook secret  ${receiver.secret}\n\nPuente does not show it again.`)
  }
}
