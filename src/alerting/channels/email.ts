import { createTransport } from 'nodemailer'
import { SECOND } from '../../runtime/clock.ts'
import { errorMessage } from '../../runtime/failure.ts'
import { canBeReadOnTheWay } from '../../runtime/plain-http.ts'
import { alertMessageText } from '../messages/message-text.ts'
import type { AlertChannel, Sent } from './channel.ts'

const TIMEOUT_MS = 20 * SECOND

export interface EmailSettings {
  /** `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte. */
  smtpUrl: string
  from: string
  to: readonly string[]
}

/** E-mail by SMTP, as plain text. A server that is not this machine has to speak TLS. */
export const emailChannel = ({ smtpUrl, from, to }: EmailSettings): AlertChannel => {
  const transport = createTransport({
    ...serverOf(smtpUrl),
    ...{ connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  })
  const domain = from.replace(/^.*@/, '').replace(/[^\w.-].*$/, '')
  return {
    name: 'email',
    receiver: to.join(', '),
    send: async (message, now): Promise<Sent> => {
      const { subject, text } = alertMessageText(message, now)
      try {
        const { response } = await transport.sendMail({
          ...{ from, to: [...to], subject, text },
          messageId: `<${message.id}@${domain}>`,
          headers: { 'auto-submitted': 'auto-generated' },
        })
        return { outcome: 'sent', answer: response }
      } catch (error) {
        return failed(error)
      }
    },
  }
}

const serverOf = (smtpUrl: string) => {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const secure = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : secure ? 465 : 587,
    secure,
    requireTLS: !secure && canBeReadOnTheWay(`http://${hostname}`),
    ...(username
      ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }
      : {}),
  }
}

const failed = (error: unknown): Sent => {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  const isRefused = code === 'EAUTH' || (responseCode ?? 0) >= 500
  return {
    outcome: 'failed',
    retry: isRefused ? 'ask-a-person' : 'retry',
    detail: errorMessage(error),
    cure: (code && CURES[code]) ?? 'Ask whoever runs the mail server.',
  }
}

const CURES: Readonly<Record<string, string>> = {
  EAUTH: 'Put the right user and password into SMTP_URL.',
  EENVELOPE: 'See that the mail server takes mail from ALERT_EMAIL_FROM, and for these addresses.',
  EDNS: 'Put the right host into SMTP_URL.',
  ETLS: 'The server has to offer STARTTLS with a certificate for its name, or use smtps:// in SMTP_URL.',
  ESOCKET:
    'See that the host and port of SMTP_URL can be reached from here; smtps:// is TLS from the first byte, smtp:// is not.',
  ECONNECTION: 'See that the host and port of SMTP_URL can be reached from here.',
  ETIMEDOUT: 'See that the host and port of SMTP_URL can be reached from here.',
}
