import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, expect, it } from 'vitest'
import { deleteOldRows } from '../../../src/payments/retention/delete-old-rows.ts'
import { DAY } from '../../../src/runtime/clock.ts'
import { type Merchant, merchantOf, pass } from '../../support/merchant.ts'
import { settled } from '../../support/settled.ts'
import { tablesHolding } from '../../support/tables-holding.ts'
import { useStarted, useWorld } from '../../support/use-world.ts'
import { connectTestStore, eventually, NOTIFY_SECRET } from '../../support/world.ts'
import { useAttempts } from './use-attempts.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const startAnsweringShop = async () => {
  const answers: Answer[] = []
  const bodies: string[] = []
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    bodies.push(Buffer.concat(chunks).toString())
    const answer = answers.shift() ?? ((_, usual) => usual.end('ok'))
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://puente:open-sesame@127.0.0.1:${port}/hooks?token=very-secret-token`,
    address: `http://127.0.0.1:${port}/hooks?token=…`,
    bodies,
    next: (...planned: Answer[]) => answers.push(...planned),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const world = useWorld()
const shop = useStarted(startAnsweringShop)
const { notificationOf } = useAttempts(world)
const STORE = 'respuestas'
let merchant: Merchant
beforeAll(async () => {
  const apiKey = await connectTestStore(world.puente, { id: STORE, notifyUrl: shop.url })
  merchant = merchantOf(world, { apiKey, prefix: 'R' })
  await world.control('/sandbox/endpoints', {
    environment: 'test',
    url: `${world.url}/webhooks/gateway/${STORE}`,
    secret: 'whsec_test_sandbox',
  })
})
const delivered = async (...answers: Answer[]) => {
  shop.next(...answers)
  const { id } = await merchant.paid()
  await eventually(async () => {
    await pass(world, 10 * 60)
    await settled(world)
    return (await notificationOf(id, 'order.paid')).state === 'told'
  })
  return { id, notification: await notificationOf(id, 'order.paid') }
}

it('each attempt shows status, duration, address, the answer and the payload that was sent', async () => {
  const { id, notification } = await delivered((_, response) =>
    response.writeHead(503).end('in maintenance'),
  )
  const [second, first, ...more] = notification.attempts
  expect(more).toEqual([])
  expect(first).toMatchObject({
    try: 1,
    outcome: 'failed',
    calls: [{ status: 503, answer: 'in maintenance', answer_kind: 'whole' }],
  })
  expect(second).toMatchObject({ try: 2, outcome: 'delivered' })
  const [call] = second.calls
  expect(call).toMatchObject({
    method: 'POST',
    address: shop.address,
    status: 200,
    error: null,
    answer: 'ok',
    duration_ms: expect.any(Number),
  })
  expect(shop.bodies.at(-1)).toBe(call.sent)
  expect(JSON.parse(call.sent)).toMatchObject({ type: 'order.paid', data: { order: { id } } })
  expect(call.sent_length).toBe(call.sent.length)
  expect(notification.attempts_kept_days).toBe(14)
})

it('an attempt without an answer says why', async () => {
  const { notification } = await delivered((request) => request.socket.destroy())
  expect(notification.attempts.at(-1)).toMatchObject({
    outcome: 'failed',
    calls: [{ status: null, error: expect.any(String), answer: null, answer_kind: 'empty' }],
  })
})

const ENDLESS: Answer = (_, response) => {
  response.writeHead(500, { 'content-type': 'text/plain' })
  const fill = () => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
    if (!response.destroyed) response.once('drain', fill)
  }
  fill()
}
const SLOW: Answer = (_, response) => {
  response.writeHead(200, { 'content-length': '1000000' })
  response.write('begins')
}
const HOSTILE: [string, Answer, object][] = [
  ['an endless answer', ENDLESS, { answer: 'x'.repeat(2_000), answer_kind: 'cut' }],
  [
    'an answer that never ends after its 200',
    SLOW,
    { status: 200, answer: 'begins', answer_kind: 'cut' },
  ],
  [
    'a binary answer',
    (_, response) => void response.writeHead(500).end(randomBytes(3_000)),
    { answer: null, answer_kind: 'binary' },
  ],
  [
    'an answer with NUL',
    (_, response) => void response.writeHead(500).end('a\0b'),
    { answer: null, answer_kind: 'binary' },
  ],
  [
    'markup',
    (_, response) => void response.writeHead(500).end('<script>alert(1)</script>'),
    { answer: '<script>alert(1)</script>' },
  ],
  [
    'a character cut in its middle',
    (_, response) => void response.writeHead(500).end('ñ'.repeat(5_000)),
    { answer: 'ñ'.repeat(2_000), answer_kind: 'cut' },
  ],
]

it.each(HOSTILE)('%s is bounded', async (_, answer, expected) => {
  const { notification } = await delivered(answer)
  expect(notification.attempts.at(-1).calls).toMatchObject([expected])
})

it('an answer that echoes the request shows no secret, signature or card number', async () => {
  const echo: Answer = (request, response) =>
    response.writeHead(500).end(
      JSON.stringify({
        headers: request.headers,
        env: NOTIFY_SECRET,
        card: '4111 1111 1111 1111',
      }),
    )
  const { notification } = await delivered(echo)
  const [{ answer }] = notification.attempts.at(-1).calls
  expect(answer).toContain('webhook-signature')
  const secrets = [
    NOTIFY_SECRET.replace('whsec_', ''),
    'open-sesame',
    Buffer.from('puente:open-sesame').toString('base64'),
    '4111 1111 1111 1111',
  ]
  for (const secret of secrets) {
    expect(answer).not.toContain(secret)
    expect(await tablesHolding(world.puente.ctx.db.query, secret), secret).not.toContain(
      'delivery_attempts',
    )
  }
  expect(answer).not.toMatch(/v1,[A-Za-z0-9+/]{43}=/)
  expect(JSON.stringify(notification)).not.toContain('very-secret-token')
})

it('attempts go after their days, and their notification stays', async () => {
  const { notification } = await delivered()
  const { ctx } = world.puente
  const retention = { eventDays: 90, taskDays: 30, attemptDays: 14, runDays: 400 }
  const after = (days: number) => ({
    ...ctx,
    clock: { ...ctx.clock, now: () => new Date(ctx.clock.now().getTime() + days * DAY) },
  })
  const left = async () =>
    (await ctx.db.query.selectFrom('delivery_attempts').select('task_id').execute()).length
  await deleteOldRows(after(13), { ...retention, timelineMonths: undefined, auditDays: undefined })
  expect(await left()).toBeGreaterThan(0)
  await deleteOldRows(after(15), { ...retention, timelineMonths: undefined, auditDays: undefined })
  expect(await left()).toBe(0)
  const { order } = notification
  expect(await notificationOf(order.external_id, 'order.paid')).toMatchObject({
    state: 'told',
    attempts: [],
  })
})
