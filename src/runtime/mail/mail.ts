import MailComposer from 'nodemailer/lib/mail-composer'
import { SECOND } from '../clock.ts'
import { errorMessage, type Retry } from '../failure.ts'
import { isReadableInTransit } from '../net/plain-http.ts'
import { sendBySmtp } from './smtp.ts'

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
  /** Shown before the sender's address. */
  fromName?: string | undefined
  replyTo?: string | undefined
  /** Page to unsubscribe. */
  unsubscribeUrl?: string | undefined
  attachments?: readonly MailAttachment[] | undefined
}

export interface MailAttachment {
  filename: string
  contentType: string
  content: Buffer
}

/** `answer` and `detail` quote the server. */
export type MailSent =
  | { outcome: 'sent'; answer: string }
  | {
      outcome: 'failed'
      retry: Retry
      /**
       * `receiver`: the server refused this recipient or this mail for good. `unanswered`: the
       * server may have the mail, and did not answer. `server`: anything else.
       */
      failed: 'receiver' | 'unanswered' | 'server'
      detail: string
      /** Next step for a human. */
      cure: string
    }

export type SendMail = (
  mail: Mail,
  options?: {
    /** Runs once the server has accepted the recipients. A rejection cancels the mail. */
    beforeText?: () => Promise<void>
  },
) => Promise<MailSent>

/** Sends mail over SMTP. Requires TLS unless the server is local. Never rejects. */
export const mailer = (
  { smtpUrl, from }: MailServer,
  { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {},
): SendMail => {
  const server = {
    ...serverOf(smtpUrl),
    ...{ connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs },
    dnsTimeout: timeoutMs,
  }
  return async (mail, { beforeText } = {}) => {
    const raw = await rawOf(mail, from)
    const sent = await sendBySmtp(server, { from, to: mail.to, raw, beforeText })
    return sent.outcome === 'sent' ? sent : failed(sent)
  }
}

const rawOf = (
  { id, fromName, to, attachments, unsubscribeUrl, ...mail }: Mail,
  from: string,
): Promise<Buffer> => {
  const domain = from.replace(/^.*@/, '').replace(/[^\w.-].*$/, '')
  return new MailComposer({
    ...mail,
    from: fromName ? { name: fromName, address: from } : from,
    to: [...to],
    attachments: attachments?.map((attachment) => ({ ...attachment })),
    messageId: `<${id}@${domain}>`,
    headers: {
      'auto-submitted': 'auto-generated',
      ...(unsubscribeUrl ? { 'list-unsubscribe': `<${unsubscribeUrl}>` } : {}),
    },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  })
    .compile()
    .build()
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

const failed = ({ error, isHandedOver }: { error: unknown; isHandedOver: boolean }): MailSent => {
  const {
    code,
    responseCode = 0,
    response,
  } = error as {
    code?: string
    responseCode?: number
    response?: string
  }
  const isRefused = responseCode >= 500
  const isOfReceiver = isRefused && isAboutReceiver(error)
  return {
    outcome: 'failed',
    retry: isRefused || code === 'EAUTH' ? 'ask-a-person' : 'retry',
    failed: isOfReceiver ? 'receiver' : isHandedOver ? 'unanswered' : 'server',
    detail: (isOfReceiver && response) || errorMessage(error),
    cure: /certificate/i.test(errorMessage(error))
      ? CERTIFICATE
      : ((code && CURES[code]) ?? 'Ask the administrator of the mail server.'),
  }
}

/**
 * Reports whether a refusal concerns this mail only. Login, sender and policy (`5.7.1`) concern
 * all.
 */
const isAboutReceiver = (error: unknown): boolean => {
  const { command, response = '' } = error as { command?: string; response?: string }
  return (command === 'RCPT TO' || command === 'DATA') && !/^5\d\d[ -]5\.7\./.test(response)
}

const CERTIFICATE =
  'Use a certificate for the host in SMTP_URL, from an authority that Node trusts. For your own authority, start Puente with NODE_EXTRA_CA_CERTS=/path/to/ca.pem.'

const CURES: Readonly<Record<string, string>> = {
  EAUTH: 'Correct the user and the password in SMTP_URL.',
  EENVELOPE:
    'Check that the mail server accepts mail from ALERT_EMAIL_FROM and to these addresses.',
  EDNS: 'Correct the host in SMTP_URL.',
  ETLS: 'Enable STARTTLS on the mail server with a certificate for its name, or use smtps:// in SMTP_URL.',
  ESOCKET:
    'Check that this machine can reach the host and port of SMTP_URL. smtps:// uses TLS from the first byte, smtp:// does not.',
  ECONNECTION: 'Check that this machine can reach the host and port of SMTP_URL.',
  ETIMEDOUT: 'Check that this machine can reach the host and port of SMTP_URL.',
}
