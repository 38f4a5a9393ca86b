import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MailServer, startMailServer } from '../../../test/support/alert-receivers.ts'
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
  expect(sent?.headers.get('content-type')).toContain('text/plain')
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
