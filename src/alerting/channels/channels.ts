import type { AlertChannel } from './channel.ts'
import { type EmailSettings, emailChannel } from './email.ts'
import { slackChannel } from './slack.ts'
import { webhookChannel } from './webhook.ts'

/** Whom an installation sends its alerts. */
export interface AlertSettings {
  email?: EmailSettings | undefined
  slackUrl?: string | undefined
  webhook?: { url: string; secret: string } | undefined
  language: 'es' | 'en'
}

export const channelsOf = ({ email, slackUrl, webhook }: AlertSettings): AlertChannel[] => [
  ...(email ? [emailChannel(email)] : []),
  ...(slackUrl ? [slackChannel(slackUrl)] : []),
  ...(webhook ? [webhookChannel(webhook)] : []),
]
