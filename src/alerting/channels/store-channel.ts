import { z } from 'zod'
import {
  type StoreAlertChannelRow,
  sealingContextOfReceiver,
} from '../../db/alerts/store-alert-channels.ts'
import type { Connections } from '../../runtime/net/connections.ts'
import type { SecretSealer } from '../../runtime/secrets/sealed-secrets.ts'
import type { AlertChannel } from './channel.ts'
import type { AlertSettings } from './channels.ts'
import { emailChannel } from './email.ts'
import { slackChannel } from './slack.ts'
import { webhookChannel } from './webhook.ts'

export const storeReceiver = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('email'), to: z.array(z.string()) }),
  z.object({ kind: z.literal('slack'), url: z.string() }),
  z.object({ kind: z.literal('webhook'), url: z.string(), secret: z.string() }),
])
export type StoreReceiver = z.output<typeof storeReceiver>

interface OpenedBy {
  sealer: SecretSealer
  mailServer: AlertSettings['mailServer']
  storeConnections: Connections
}

/** E-mail uses the installation's mail server. */
export const openStoreChannel = (
  { id, store_id, sealed_receiver }: StoreAlertChannelRow,
  by: OpenedBy,
): AlertChannel => {
  const receiver = storeReceiver.parse(
    JSON.parse(by.sealer.open(sealed_receiver, sealingContextOfReceiver(id))),
  )
  return { ...channelTo(receiver, by), name: id, storeId: store_id }
}

const channelTo = (
  receiver: StoreReceiver,
  { mailServer, storeConnections }: OpenedBy,
): Omit<AlertChannel, 'name'> => {
  switch (receiver.kind) {
    case 'slack':
      return slackChannel(receiver.url, storeConnections)
    case 'webhook':
      return webhookChannel(receiver, storeConnections)
    case 'email':
      return mailServer
        ? emailChannel({ ...mailServer, to: receiver.to })
        : { receiver: receiver.to.join(', '), send: async () => NO_MAIL_SERVER }
  }
}

const NO_MAIL_SERVER = {
  outcome: 'failed',
  retry: 'ask-a-person',
  detail: 'no mail server is set',
  cure: 'Set SMTP_URL and ALERT_EMAIL_FROM.',
} as const
