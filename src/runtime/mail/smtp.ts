import { Readable } from 'node:stream'
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'

export interface SmtpServer extends SMTPConnectionOptions {
  auth?: { user: string; pass: string }
}

export interface SmtpMessage {
  from: string
  to: readonly string[]
  /** RFC 5322, with CRLF. */
  raw: Buffer
  /**
   * Runs once the server is ready for the text. A rejection closes the connection without a mail.
   */
  beforeText?: (() => Promise<void>) | undefined
}

export type SmtpSent =
  | { outcome: 'sent'; answer: string }
  /** `isHandedOver`: the text may have reached the server, which has not answered it. */
  | { outcome: 'failed'; error: unknown; isHandedOver: boolean }

/** Delivers a message over a new connection. Never rejects. */
export const sendBySmtp = async (
  { auth, ...server }: SmtpServer,
  message: SmtpMessage,
): Promise<SmtpSent> => {
  const connection = new SMTPConnection(server)
  let isBegun = false
  const broken = new Promise<never>((_, reject) => {
    connection.on('error', reject)
    connection.once('end', () => reject(new Error('Connection closed')))
  })
  broken.catch(() => {})
  const done = <Result>(run: (callback: (error?: Error | null, result?: Result) => void) => void) =>
    Promise.race([
      new Promise<Result | undefined>((resolve, reject) => {
        run((error, result) => (error ? reject(error) : resolve(result)))
      }),
      broken,
    ])
  const text = async function* () {
    await message.beforeText?.()
    isBegun = true
    yield message.raw
  }
  try {
    await done<void>((callback) => connection.connect(callback))
    if (auth && connection.allowsAuth) {
      await done<unknown>((callback) =>
        connection.login({ user: auth.user, credentials: auth }, callback),
      )
    }
    const sent = await done<{ response: string }>((callback) => {
      const { from, to } = message
      connection.send({ from, to: [...to] }, Readable.from(text()), callback)
    })
    return { outcome: 'sent', answer: sent?.response ?? '' }
  } catch (error) {
    const isAnswered = typeof (error as { responseCode?: unknown }).responseCode === 'number'
    return { outcome: 'failed', error, isHandedOver: isBegun && !isAnswered }
  } finally {
    connection.close()
  }
}
