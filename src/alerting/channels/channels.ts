import { UNRESTRICTED_CONNECTIONS } from '../../runtime/net/connections.ts'
import type { AlertChannel } from './channel.ts'
import { type EmailSettings, emailChannel } from './email.ts'
import { slackChannel } from './slack.ts'
import { webhookChannel } from './webhook.ts'

export interface AlertSettings {
  /** Also sends the mail of stores. */
  mailServer?: Pick<EmailSettings, 'smtpUrl' | 'from'> | undefined
  emailTo?: readonly string[] | undefined
  slackUrl?: string | undefined
  webhook?: { url: string; secret: string } | undefined
  language: 'es' | 'en'
}

export const channelsOf = ({
  mailServer,
  emailTo: to,
  slackUrl,
  webhook,
}: AlertSettings): AlertChannel[] => [
  ...(mailServer && to ? [emailChannel({ ...mailServer, to })] : []),
  ...(slackUrl ? [slackChannel(slackUrl, UNRESTRICTED_CONNECTIONS)] : []),
  ...(webhook ? [webhookChannel(webhook, UNRESTRICTED_CONNECTIONS)] : []),
]
