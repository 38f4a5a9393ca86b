import { SMTPServer } from 'smtp-server'
import { Webhook } from 'standardwebhooks'
import type { StoreReceiver } from '../../src/alerting/channels/store-channel.ts'
import {
  saveStoreAlertChannel,
  sealingContextOfReceiver,
  storeAlertChannelId,
} from '../../src/db/alerts/store-alert-channels.ts'
import { serve } from '../../src/runtime/http/http-server.ts'
import { freePort } from '../../src/runtime/net/free-port.ts'
import { type Json, TEST_STORE, type World } from './world.ts'

export interface Mail {
  to: string[]
  headers: Map<string, string>
  text: string
  html: string
}

/** Uses a fixed port, so that a test can restart it. */
export interface MailServer {
  url: string
  mails: Mail[]
  start(): Promise<void>
  close(): Promise<void>
}

export const startMailServer = async (): Promise<MailServer> => {
  const port = await freePort()
  const mails: Mail[] = []
  let server: SMTPServer | undefined
  const start = () => {
    const started = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData: async (stream, session, callback) => {
        const chunks: Buffer[] = []
        for await (const chunk of stream) chunks.push(chunk)
        const to = session.envelope.rcptTo.map(({ address }) => address)
        mails.push({ to, ...partsOf(Buffer.concat(chunks).toString()) })
        callback()
      },
    })
    server = started
    return new Promise<void>((resolve) => started.listen(port, '127.0.0.1', () => resolve()))
  }
  await start()
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    start,
    close: async () => {
      await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
      server = undefined
    },
  }
}

type Headers = Mail['headers']

const partsOf = (raw: string): Omit<Mail, 'to'> => {
  const { headers, body } = entityOf(raw)
  const [, boundary] = /boundary="?([^";]+)/.exec(headers.get('content-type') ?? '') ?? []
  if (boundary === undefined) return { headers, text: contentOf(headers, body), html: '' }
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => entityOf(part.replace(/^\r\n/, '').replace(/\r\n$/, '')))
  const ofType = (type: string): string => {
    const part = parts.find(({ headers }) => headers.get('content-type')?.startsWith(type))
    return part ? contentOf(part.headers, part.body) : ''
  }
  return { headers, text: ofType('text/plain'), html: ofType('text/html') }
}

const entityOf = (raw: string): { headers: Headers; body: string } => {
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

const contentOf = (headers: Headers, body: string): string => {
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

/** Receives posts to `/slack` and to `/signed`, where it verifies the signature. */
export const postReceiver = async (secret: string) => {
  const slack: string[] = []
  const signed: { id: string; type: string; data: Json }[] = []
  const answers: number[] = []
  const verifier = new Webhook(secret)
  const server = await serve(
    async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const body = Buffer.concat(chunks).toString()
      const status = answers.shift()
      if (status) return void response.writeHead(status).end()
      if (request.url === '/slack') slack.push(JSON.parse(body).text)
      else {
        const headers = request.headers as Record<string, string>
        const { type, data } = verifier.verify(body, headers) as Omit<(typeof signed)[0], 'id'>
        signed.push({ id: headers['webhook-id'] ?? '', type, data })
      }
      response.end('ok')
    },
    { host: '127.0.0.1', port: 0 },
  )
  const url = `http://127.0.0.1:${server.port}`
  return {
    slackUrl: `${url}/slack`,
    signedUrl: `${url}/signed`,
    slack,
    signed,
    answerNext: (...statuses: number[]) => void answers.push(...statuses),
    close: server.close,
  }
}

/** Gives the test store an alert channel of its own. */
export const addAlertChannel = async (
  { puente: { ctx, sealer } }: World,
  receiver: StoreReceiver,
): Promise<void> => {
  const { kind } = receiver
  const id = storeAlertChannelId(TEST_STORE, kind)
  const sealed_receiver = sealer.seal(JSON.stringify(receiver), sealingContextOfReceiver(id))
  const channel = { id, store_id: TEST_STORE, kind, sealed_receiver, created_at: ctx.clock.now() }
  await saveStoreAlertChannel(ctx.db.query, channel)
}
