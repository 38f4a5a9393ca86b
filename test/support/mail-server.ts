import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { freePort } from '../../src/runtime/net/free-port.ts'

export interface Mail {
  to: string[]
  headers: Map<string, string>
  text: string
  html: string
  attachments: { filename: string; content: Buffer }[]
  /** As received. */
  raw: string
}

export interface MailRules {
  /** Answer to `RCPT TO`, such as `550 No such user`. */
  refuse?: ((address: string) => string | undefined) | undefined
  /** Runs after the text, before the answer; may return a refusal, such as `552 Too large`. */
  beforeAnswer?: ((mail: Mail) => Promise<string | undefined>) | undefined
}

/** Uses a fixed port, so that a test can restart it. */
export interface MailServer {
  url: string
  /** Mails with a complete text, accepted or not. */
  mails: Mail[]
  rules: MailRules
  start(): Promise<void>
  close(): Promise<void>
}

export const startMailServer = async (
  options: SMTPServerOptions = { disabledCommands: ['STARTTLS', 'AUTH'] },
): Promise<MailServer> => {
  const port = await freePort()
  const mails: Mail[] = []
  const rules: MailRules = {}
  let server: SMTPServer | undefined
  const start = () => {
    const started = new SMTPServer({
      authOptional: true,
      onRcptTo: ({ address }, _session, callback) => callback(refusal(rules.refuse?.(address))),
      onData: async (stream, session, callback) => {
        const chunks: Buffer[] = []
        try {
          for await (const chunk of stream) chunks.push(chunk)
        } catch {
          // The client disconnected before the end of the text.
          return
        }
        const to = session.envelope.rcptTo.map(({ address }) => address)
        const raw = Buffer.concat(chunks).toString()
        const mail = { to, raw, ...partsOf(raw) }
        mails.push(mail)
        callback(refusal(await rules.beforeAnswer?.(mail)))
      },
      ...options,
    })
    started.on('error', () => {})
    server = started
    return new Promise<void>((resolve) => started.listen(port, '127.0.0.1', () => resolve()))
  }
  await start()
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    rules,
    start,
    close: async () => {
      await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
      server = undefined
    },
  }
}

const refusal = (answer: string | undefined): Error | null => {
  if (answer === undefined) return null
  const [, code = '', text] = /^(\d{3}) (.*)$/.exec(answer) ?? []
  return Object.assign(new Error(text), { responseCode: Number(code) })
}

type Headers = Mail['headers']

interface Part {
  headers: Headers
  body: string
}

const partsOf = (raw: string): Pick<Mail, 'headers' | 'text' | 'html' | 'attachments'> => {
  const whole = entityOf(raw)
  const parts = leavesOf(whole)
  const ofType = (type: string): string => {
    const part = parts.find(({ headers }) => headers.get('content-type')?.startsWith(type))
    return part ? contentOf(part) : ''
  }
  return {
    headers: whole.headers,
    text: ofType('text/plain'),
    html: ofType('text/html'),
    attachments: parts.flatMap(({ headers, body }) => {
      const [, filename] =
        /filename="?([^";]+)/.exec(headers.get('content-disposition') ?? '') ?? []
      return filename === undefined ? [] : [{ filename, content: Buffer.from(body, 'base64') }]
    }),
  }
}

const leavesOf = (part: Part): Part[] => {
  const [, boundary] = /boundary="?([^";]+)/.exec(part.headers.get('content-type') ?? '') ?? []
  if (boundary === undefined) return [part]
  return part.body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((each) => leavesOf(entityOf(each.replace(/^\r\n/, '').replace(/\r\n$/, ''))))
}

const entityOf = (raw: string): Part => {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const [, name = '', value = ''] = /^([^:]+): ?(.*)$/.exec(line) ?? []
    return [name.toLowerCase(), value]
  })
  return { headers: new Map(headers), body: raw.slice(end + 4) }
}

const contentOf = ({ headers, body }: Part): string => {
  const text = decoded(headers.get('content-transfer-encoding'), body).replaceAll('\r\n', '\n')
  return /format=flowed/.test(headers.get('content-type') ?? '')
    ? text.replaceAll(' \n', ' ')
    : text
}

const decoded = (encoding: string | undefined, body: string): string => {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  const bytes = (hex: string) => decodeURIComponent(hex.replaceAll('=', '%'))
  return encoding === 'quoted-printable'
    ? body.replaceAll('=\r\n', '').replaceAll(/(=[0-9A-F]{2})+/g, bytes)
    : body
}

/** Decodes an RFC 2047 header. */
export const headerText = (value = ''): string =>
  value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, encoding: string, text: string) =>
      encoding.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString()
        : decoded('quoted-printable', text.replaceAll('_', ' ')),
    )
