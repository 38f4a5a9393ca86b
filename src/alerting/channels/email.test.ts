import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_NOW, sampleMessage } from '../../../test/support/alert-samples.ts'
import { type MailServer, startMailServer } from '../../../test/support/mail-server.ts'
import { freePort } from '../../runtime/net/free-port.ts'
import type { AlertMessage } from '../messages/alert-message.ts'
import { emailChannel } from './email.ts'

let mail: MailServer
beforeAll(async () => {
  mail = await startMailServer()
})
afterAll(() => mail.close())

const channelOf = (smtpUrl: string) =>
  emailChannel({ smtpUrl, from: 'puente@shop.example', to: ['ops@shop.example'] })

const INJECTED = 'Café\r\nBcc: thief@evil.example\r\n\r\nPay here'
const now = new Date('2026-05-10T12:00:00Z')
const message: AlertMessage = {
  id: 'alm_1',
  type: 'alert.opened',
  at: now.toISOString(),
  language: 'en',
  data: {
    group: 'alg_1',
    kind: 'task_given_up',
    store: { id: 'cafe', name: INJECTED },
    repeated: false,
    what: `Something of ${INJECTED}.`,
    why: ['It failed.'],
    todo: 'Look.',
    alerts: 1,
    stores: 1,
    orders: 1,
    order_numbers: [INJECTED],
    affected_orders: [],
    money: [],
    opened_at: now.toISOString(),
    closed_at: null,
    link: 'http://localhost/?group=gateway_unreachable%40',
  },
}

it('line breaks in a name or number add neither header nor recipient to an e-mail', async () => {
  expect(await channelOf(mail.url).send(message, now)).toMatchObject({ outcome: 'sent' })
  const [sent] = mail.mails
  expect(sent?.to).toEqual(['ops@shop.example'])
  expect([...(sent?.headers.keys() ?? [])]).not.toContain('bcc')
  expect(sent?.headers.get('content-type')).toContain('multipart/alternative')
})

it('an e-mail has its paragraphs and links as text and as HTML that fits a phone', async () => {
  const customer = { name: 'Ana <b>', email: 'ana@example.com' }
  const names = { number: '#1027', customer }
  const about = { names, language: 'es', isForMerchant: true } as const
  await channelOf(mail.url).send(sampleMessage('order_paid_twice', about), SAMPLE_NOW)
  const { text = '', html = '' } = mail.mails.at(-1) ?? {}
  expect(text.split('\n\n').slice(0, 3)).toEqual([
    expect.stringMatching(/^Tienda Sula: El pedido #1027 se cobró dos veces/),
    expect.stringMatching(/^El pedido está pagado/),
    expect.stringMatching(/^Reembolse L 320\.50/),
  ])
  expect(text).toContain('Pedido #1027 · Ana <b> · L 320.50\nAbrir el pedido: https://')
  expect(html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">')
  expect(html).toContain('Pedido #1027 · Ana &lt;b&gt; · L 320.50')
  const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, url = '']) => url)
  expect(links).toHaveLength(4)
  for (const url of links) expect(text).toContain(url)
})

it('a mail server with an untrusted STARTTLS certificate gets no e-mail', async () => {
  let mails = 0
  const port = await freePort()
  const server = new SMTPServer({
    authOptional: true,
    onData: (stream, _session, callback) => {
      mails += 1
      stream.resume().on('end', () => callback())
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  const sent = await channelOf(`smtp://127.0.0.1:${port}`).send(message, now)
  await new Promise<void>((resolve) => server.close(() => resolve()))
  expect(sent).toMatchObject({ outcome: 'failed', retry: 'retry' })
  expect(mails).toBe(0)
})
