import { createTransport } from 'nodemailer'
import { SECOND } from '../clock.ts'
import { errorMessage, type Retry } from '../failure.ts'
import { isReadableInTransit } from './plain-http.ts'

const TIMEOUT_MS = 20 * SECOND

export interface MailServer {
  /** `smtps://` means implicit TLS. */
  smtpUrl: string
  from: string
}

export interface Mail {
  /** Message-ID, for receivers to dedupe. */
  id: string
  to: readonly string[]
  subject: string
  text: string
  /** HTML version of the text. */
  html?: string | undefined
}

/** `answer` and `detail` quote the server. */
export type MailSent =
  | { outcome: 'sent'; answer: string }
  /** `cure`: next step for a human. */
  | { outcome: 'failed'; retry: Retry; detail: string; cure: string }

/** Sends mail over SMTP, as plain text and perhaps HTML. Requires TLS unless the server is local. Never rejects. */
export const mailer = (
  { smtpUrl, from }: MailServer,
  { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {},
): ((mail: Mail) => Promise<MailSent>) => {
  const transport = createTransport({
    ...serverOf(smtpUrl),
    ...{ connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs },
    dnsTimeout: timeoutMs,
    ...{ disableFileAccess: true, disableUrlAccess: true },
  })
  const domain = from.replace(/^.*@/, '').replace(/[^\w.-].*$/, '')
  return async ({ id, to, subject, text, html }) => {
    try {
      const { response } = await transport.sendMail({
        ...{ from, to: [...to], subject, text, ...(html ? { html } : {}) },
        messageId: `<${id}@${domain}>`,
        headers: { 'auto-submitted': 'auto-generated' },
      })
      return { outcome: 'sent', answer: response }
    } catch (error) {
      return failed(error)
    }
  }
}

const serverOf = (smtpUrl: string) => {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const secure = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : secure ? 465 : 587,
    secure,
    requireTLS: !secure && isReadableInTransit(`http://${hostname}`),
    ...(username
      ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }
      : {}),
  }
}

const failed = (error: unknown): MailSent => {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  const isRefused = code === 'EAUTH' || (responseCode ?? 0) >= 500
  return {
    outcome: 'failed',
    retry: isRefused ? 'ask-a-person' : 'retry',
    detail: errorMessage(error),
    cure: /certificate/i.test(errorMessage(error))
      ? CERTIFICATE
      : ((code && CURES[code]) ?? 'Ask whoever runs the mail server.'),
  }
}

const CERTIFICATE =
  'The certificate of the mail server has to be for the host in SMTP_URL, and by an authority that Node trusts: for one of your own, start Puente with NODE_EXTRA_CA_CERTS=/path/to/ca.pem.'

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
