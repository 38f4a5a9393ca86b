import type { Settings } from './settings.ts'

export const alertSettings = ({
  ALERT_LANGUAGE: language,
  ALERT_EMAIL_TO: to,
  ALERT_EMAIL_FROM: from,
  SMTP_URL: smtpUrl,
  ALERT_SLACK_URL: slackUrl,
  ALERT_WEBHOOK_URL: url,
  ALERT_WEBHOOK_SECRET: secret,
}: Settings) => ({
  language,
  slackUrl,
  emailTo: to,
  mailServer: from && smtpUrl ? { from, smtpUrl } : undefined,
  webhook: url && secret ? { url, secret } : undefined,
})
