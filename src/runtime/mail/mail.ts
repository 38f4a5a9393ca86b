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
  /** Page where the receiver ends such mails. */
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
       * `receiver`: the server refused this receiver or this mail for good. `unanswered`: it has the
       * mail, perhaps, and did not answer. `server`: anything else.
       */
      failed: 'receiver' | 'unanswered' | 'server'
      detail: string
      /** Next step for a human. */
      cure: string
    }

export type SendMail = (
  mail: Mail,
  options?: {
    /** Runs when the server has accepted the receivers. Rejects: no mail is sent. */
    beforeText?: () => Promise<void>
  },
) => Promise<MailSent>

/** Sends mail over SMTP, as plain text and perhaps HTML. Requires TLS unless the server is local. Never rejects. */
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
      : ((code && CURES[code]) ?? 'Ask whoever runs the mail server.'),
  }
}

/** A refused login or sender concerns every mail, and so does a policy of the server (`5.7.1`). */
const isAboutReceiver = (error: unknown): boolean => {
  const { command, response = '' } = error as { command?: string; response?: string }
  return (command === 'RCPT TO' || command === 'DATA') && !/^5\d\d[ -]5\.7\./.test(response)
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
