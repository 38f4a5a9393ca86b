import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { headerText, type MailServer, startMailServer } from '../../../test/support/mail-server.ts'
import { freePort } from '../net/free-port.ts'
import { type Mail, mailer } from './mail.ts'

const FROM = 'pagos@puente.example'
const mail: Mail = { id: 'msg_1', to: ['ana@example.hn'], subject: 'Recibo', text: 'Hola' }

let server: MailServer | undefined
const started = async (...options: Parameters<typeof startMailServer>) => {
  server = await startMailServer(...options)
  return server
}
const send = (url: string, more: Partial<Mail> = {}, options = {}) =>
  mailer({ smtpUrl: url, from: FROM }, { timeoutMs: 20_000 })({ ...mail, ...more }, options)
afterEach(async () => {
  await server?.close()
  server = undefined
})

describe('an e-mail', () => {
  it('an e-mail has its id, a named sender, a reply-to address and an attachment', async () => {
    const { url, mails } = await started()
    const pdf = {
      filename: 'recibo.pdf',
      contentType: 'application/pdf',
      content: Buffer.from('%PDF-1'),
    }
    const sent = await send(url, {
      fromName: 'Café 🥐 "Sula"',
      replyTo: 'tienda@example.hn',
      html: '<p>Hola</p>',
      attachments: [pdf],
    })
    expect(sent).toMatchObject({ outcome: 'sent' })
    const [{ headers, text, html, attachments } = never()] = mails
    expect(headers.get('message-id')).toBe('<msg_1@puente.example>')
    expect(headerText(headers.get('from'))).toContain('Café 🥐 "Sula"')
    expect(headers.get('from')).toContain(`<${FROM}>`)
    expect(headers.get('reply-to')).toBe('tienda@example.hn')
    expect([text.trim(), html.trim()]).toEqual(['Hola', '<p>Hola</p>'])
    expect(attachments).toEqual([{ filename: 'recibo.pdf', content: pdf.content }])
  })

  it.each(['fromName', 'subject', 'replyTo'] as const)(
    'a line break in its %s adds neither header nor receiver',
    async (field) => {
      const { url, mails } = await started()
      await send(url, { [field]: 'Ana\r\nBcc: thief@evil.example\r\nX-Own: 1' })
      const [{ to, headers } = never()] = mails
      expect(to).toEqual(['ana@example.hn'])
      expect([...headers.keys()]).not.toContain('bcc')
      expect([...headers.keys()]).not.toContain('x-own')
    },
  )

  it('a line with only a full stop stays in the text', async () => {
    const { url, mails } = await started()
    await send(url, { text: 'Hola\n.\nQUIT\n..\nAdiós' })
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text.trim()).toBe('Hola\n.\nQUIT\n..\nAdiós')
  })
})

describe('the outcome of an e-mail', () => {
  it('a refused recipient is reported as the outcome', async () => {
    const { url, rules } = await started()
    rules.refuse = () => '550 5.1.1 no such user'
    expect(await send(url)).toMatchObject({
      failed: 'receiver',
      detail: expect.stringMatching(/^550 5\.1\.1 no such user$/),
    })
  })

  it('a server that refuses to relay is misconfigured, not a refused recipient', async () => {
    const { url, rules } = await started()
    rules.refuse = () => '554 5.7.1 Relay access denied'
    expect(await send(url)).toMatchObject({ outcome: 'failed', failed: 'server' })
  })

  it('a busy server is retryable', async () => {
    const { url, rules } = await started()
    rules.refuse = () => '451 4.7.1 Try again later'
    expect(await send(url)).toMatchObject({ failed: 'server', retry: 'retry' })
  })

  it('a wrong password needs attention', async () => {
    const { url } = await started({
      disabledCommands: ['STARTTLS'],
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, callback) => callback(new Error('wrong password')),
    })
    const sent = await send(url.replace('//', '//user:wrong@'))
    expect(sent).toMatchObject({ failed: 'server', retry: 'ask-a-person' })
    expect(sent).toMatchObject({ cure: expect.stringContaining('SMTP_URL') })
  })

  it('a server that does not listen is retryable', async () => {
    expect(await send(`smtp://127.0.0.1:${await freePort()}`)).toMatchObject({
      failed: 'server',
      retry: 'retry',
    })
  })

  it('a remote server without STARTTLS or with a foreign certificate gets no e-mail', async () => {
    let mails = 0
    const port = await freePort()
    const untrusted = new SMTPServer({
      authOptional: true,
      onData: (stream, _session, callback) => {
        mails += 1
        stream.resume().on('end', () => callback())
      },
    })
    untrusted.on('error', () => {})
    await new Promise<void>((resolve) => untrusted.listen(port, '127.0.0.1', () => resolve()))
    expect(await send(`smtp://127.0.0.1:${port}`)).toMatchObject({
      failed: 'server',
      cure: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    })
    await new Promise<void>((resolve) => untrusted.close(() => resolve()))
    expect(mails).toBe(0)
  })
})

describe('a mail whose sender changes their mind at the last moment', () => {
  it('an e-mail that its sender cancels before the text leaves no empty mail', async () => {
    const { url, mails } = await started()
    const sent = await send(url, {}, { beforeText: () => Promise.reject(new Error('taken')) })
    expect(sent).toMatchObject({ outcome: 'failed', failed: 'server', detail: 'taken' })
    expect(mails).toEqual([])
  })
})

const never = (): never => {
  throw new Error('no mail')
}
