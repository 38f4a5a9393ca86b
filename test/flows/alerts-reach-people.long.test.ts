import { beforeEach, describe, expect, it } from 'vitest'
import { OrderId, StoreId } from '../../src/domain/ids.ts'
import { closeAlert, openAlert } from '../../src/payments/alerts/alerts.ts'
import { postReceiver } from '../support/alert-receivers.ts'
import { commandOf } from '../support/command.ts'
import { findGateway, loseGateway } from '../support/lost-gateway.ts'
import { startMailServer } from '../support/mail-server.ts'
import { merchantOf, pass } from '../support/merchant.ts'
import { useStarted, useWorld } from '../support/use-world.ts'
import { connectTestStore, eventually, type Json, TEST_STORE } from '../support/world.ts'

const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`

const mail = useStarted(startMailServer)
const posts = useStarted(() => postReceiver(SECRET))
const settings = () => ({
  ALERT_LANGUAGE: 'en',
  ALERT_EMAIL_TO: 'ops@shop.example,owner@shop.example',
  ALERT_EMAIL_FROM: 'puente@shop.example',
  SMTP_URL: mail.url,
  ALERT_SLACK_URL: posts.slackUrl,
  ALERT_WEBHOOK_URL: posts.signedUrl,
  ALERT_WEBHOOK_SECRET: SECRET,
})
const world = useWorld(settings)
beforeEach(() => {
  mail.mails.length = 0
  posts.slack.length = 0
  posts.signed.length = 0
})

let made = 0
const orders = async (
  count: number,
  number = (n: number) => `#${n}`,
  customer: Json = {},
): Promise<OrderId[]> => {
  const ids: OrderId[] = []
  for (let n = 0; n < count; n++) {
    made += 1
    const order = {
      id: `A-${made}`,
      number: number(made),
      amount: '100.10',
      currency: 'HNL',
      customer,
    }
    const { status, body } = await world.api(
      'POST',
      '/v1/checkouts',
      { order },
      { 'idempotency-key': `alerts-${made}` },
    )
    expect(status, JSON.stringify(body)).toBeLessThan(300)
    const row = await world.puente.ctx.db.query
      .selectFrom('orders')
      .select('id')
      .where('external_id', '=', `A-${made}`)
      .executeTakeFirstOrThrow()
    ids.push(OrderId.parse(row.id))
  }
  return ids
}
const about = (orderId: OrderId) => ({
  kind: 'task_given_up' as const,
  storeId: TEST_STORE,
  orderId,
  subject: orderId,
  now: world.puente.ctx.clock.now(),
})
const fail = async (ids: readonly OrderId[]) => {
  const { query } = world.puente.ctx.db
  const meanings = { es: 'No se pudo avisar.', en: 'The shop was not notified.' }
  for (const id of ids) await openAlert(query, { ...about(id), details: { meanings } })
}
const cure = async (ids: readonly OrderId[]) => {
  for (const id of ids) await closeAlert(world.puente.ctx.db.query, about(id))
}
const later = async (seconds: number) => {
  await pass(world, seconds)
  await looked()
}
const looked = async () => {
  const { query } = world.puente.ctx.db
  const since = world.puente.ctx.clock.now()
  await eventually(async () => {
    const rows = await query
      .selectFrom('schedules')
      .selectAll()
      .where('name', 'in', ['group-alerts', 'alert-messages-email', 'alert-messages-slack'])
      .execute()
    return rows.length === 3 && rows.every(({ next_at }) => next_at > since)
  })
}
const messages = () => [mail.mails.length, posts.slack.length, posts.signed.length]
const until = (wanted: number[]) =>
  eventually(async () => {
    await pass(world, 10)
    return messages().every((count, n) => count >= (wanted[n] ?? 0))
  })

describe('alert messages', () => {
  it('an outage sends one message for all its orders, and one when it ends', async () => {
    const ids = await orders(24)
    await fail(ids)
    await until([1, 1, 1])
    expect(messages()).toEqual([1, 1, 1])

    const [sent] = mail.mails
    expect(sent?.to).toEqual(['ops@shop.example', 'owner@shop.example'])
    expect(sent?.headers.get('subject')).toBe('[Puente] Tienda de prueba: Puente gave up 24 tasks')
    expect(sent?.text).toContain('The shop was not notified.')
    expect(sent?.text).toContain('and 14 more')
    expect(sent?.text).toContain('Money at stake: L 2,402.40.')
    const link = `${world.url}/?group=task_given_up%40${TEST_STORE}`
    expect(sent?.text).toContain(link)
    expect(posts.slack[0]).toContain('L 2,402.40')
    expect(posts.slack[0]).toContain(link)
    expect(posts.signed[0]).toMatchObject({
      type: 'alert.opened',
      data: {
        kind: 'task_given_up',
        store: { id: TEST_STORE },
        repeated: false,
        alerts: 24,
        orders: 24,
        money: [{ amount: '2402.40', currency: 'HNL' }],
        closed_at: null,
        link,
      },
    })

    await pass(world, 2 * 60 * 60)
    await cure(ids)
    await until([2, 2, 2])
    expect(messages()).toEqual([2, 2, 2])
    expect(mail.mails[1]?.headers.get('subject')).toContain('Resolved: Tienda de prueba')
    expect(mail.mails[1]?.text).toMatch(/Resolved after 2 h/)
    expect(posts.signed[1]).toMatchObject({
      type: 'alert.closed',
      data: { group: posts.signed[0]?.data.group, alerts: 24, orders: 24 },
    })
  })

  it('a group that has doubled is announced again, after 15 minutes at the earliest', async () => {
    const first = await orders(3)
    await fail(first)
    await until([1, 1, 1])
    const more = await orders(4)
    await fail(more)
    await later(5 * 60)
    await later(60)
    expect(messages()).toEqual([1, 1, 1])
    await pass(world, 10 * 60)
    await until([2, 2, 2])
    expect(mail.mails[1]?.headers.get('subject')).toContain('Worse: Tienda de prueba')
    expect(posts.signed[1]).toMatchObject({
      type: 'alert.opened',
      data: { repeated: true, alerts: 7, money: [{ amount: '700.70', currency: 'HNL' }] },
    })
    await cure([...first, ...more])
    await until([3, 3, 3])
  })

  it('an alert that closes before it is sent causes no message', async () => {
    const ids = await orders(1)
    await fail(ids)
    await looked()
    await cure(ids)
    await later(60)
    await later(60)
    expect(messages()).toEqual([0, 0, 0])
  })

  it('a message escapes the names of orders', async () => {
    const ids = await orders(1, () => '<!channel> *x* & <script>')
    await fail(ids)
    await until([1, 1, 1])
    expect(posts.slack[0]).not.toMatch(/<(?!http)|\p{Cf}|(?<!`)\*x/u)
    expect(posts.slack[0]).toContain('&lt;!channel&gt;')
    expect(mail.mails[0]?.text).toContain('<!channel> *x* & <script>')
    expect(mail.mails[0]?.html).toContain('&lt;!channel&gt; *x* &amp; &lt;script&gt;')
    expect([...(mail.mails[0]?.headers.keys() ?? [])]).not.toContain('bcc')
    await cure(ids)
    await until([2, 2, 2])
  })

  it('a mail server that is down shows in the list of alerts, in the health and on other channels, and mails go out once it is back', async () => {
    await mail.close()
    const ids = await orders(2)
    await fail(ids)
    await until([0, 1, 1])
    const listed = async (): Promise<Json[]> =>
      (await world.api('GET', '/v1/alerts?state=open')).body.data.filter(
        ({ kind }: Json) => kind === 'alerts_not_delivered',
      )
    await eventually(async () => {
      await pass(world, 4 * 60)
      return (await listed()).length > 0
    })
    expect((await listed())[0]?.details).toMatchObject({ channel: 'email' })
    const health = await (await fetch(`${world.url}/health`)).json()
    expect(health).toMatchObject({ status: 'ok', undelivered_alerts: 1 })
    const metrics = await (await fetch(`${world.url}/metrics`)).text()
    expect(metrics).toContain('puente_undelivered_alert_messages{channel="email"} 1')
    await until([0, 2, 2])
    expect(posts.signed[1]?.data.kind).toBe('alerts_not_delivered')

    await mail.start()
    await eventually(async () => {
      await pass(world, 10 * 60)
      return mail.mails.length > 0 && (await listed()).length === 0
    })
    expect(mail.mails.map(({ headers }) => headers.get('subject'))).toEqual([
      '[Puente] Tienda de prueba: Puente gave up 2 tasks',
    ])
    await until([1, 3, 3])
    const again = await (await fetch(`${world.url}/health`)).json()
    expect(again).toMatchObject({ status: 'ok' })
    expect(again).not.toHaveProperty('undelivered_alerts')
    await cure(ids)
    await until([2, 4, 4])
  })

  it('a message names the customer of its order, whose name is not stored with the message', async () => {
    const customer = { name: 'Ana Mejía', email: 'ana+1@example.com' }
    const ids = await orders(1, (n) => `#${n}`, customer)
    await fail(ids)
    await until([1, 1, 1])
    const link = `${world.url}/orders?search=ana%2B1%40example.com`
    for (const text of [mail.mails[0]?.text, mail.mails[0]?.html, posts.slack[0]]) {
      expect(text).toContain(`Order #${made} · Ana Mejía · L 100.10`)
      expect(text).toContain(link)
      expect(text).toContain(`${world.url}/orders/${ids[0]}`)
    }
    expect(posts.signed[0]?.data.affected_orders).toMatchObject([
      { id: ids[0], number: `#${made}`, customer: { ...customer, link } },
    ])
    const { query } = world.puente.ctx.db
    const stored = await query.selectFrom('alert_messages').select('content').execute()
    expect(JSON.stringify(stored)).toContain(ids[0])
    expect(JSON.stringify(stored)).not.toMatch(/Ana|ana\+1/)
    await cure(ids)
    await until([2, 2, 2])
    expect(mail.mails[1]?.text).toContain('Ana Mejía')
  })

  it('a webhook that is retried after a failure keeps its id', async () => {
    posts.answerNext(503, 503)
    const ids = await orders(1)
    await fail(ids)
    await until([1, 1, 1])
    const rows = await world.puente.ctx.db.query
      .selectFrom('alert_messages')
      .select(['id', 'outcome'])
      .where('channel', '=', 'webhook')
      .orderBy('number', 'desc')
      .limit(1)
      .execute()
    expect(rows).toEqual([{ id: posts.signed[0]?.id, outcome: 'sent' }])
    await cure(ids)
    await until([2, 2, 2])
  })
})

describe('a store that does not answer', () => {
  it('an unreachable store causes one message with its waiting orders and their money, and one when it answers again', async () => {
    const merchant = merchantOf(world, { apiKey: world.apiKey, prefix: 'OUT' })
    world.shop.setMode('refuses')
    for (let n = 0; n < 3; n++) await merchant.paid()
    await eventually(async () => {
      await pass(world, 10 * 60)
      return messages().every((count) => count > 0)
    })
    expect(posts.signed[0]).toMatchObject({
      type: 'alert.opened',
      data: {
        kind: 'shop_unreachable',
        alerts: 1,
        orders: 3,
        money: [{ amount: '300.00', currency: 'HNL' }],
      },
    })
    expect(mail.mails[0]?.text).toContain('3 orders.')
    expect(mail.mails[0]?.text).toMatch(/Last error: “[^”]+”/)
    expect(mail.mails[0]?.text.match(/^Order OUT-\d+ · .* · L 100\.00$/gm)).toHaveLength(3)

    world.shop.setMode('as-usual')
    await eventually(async () => {
      await pass(world, 10 * 60)
      return messages().every((count) => count > 1)
    })
    expect(posts.signed.map(({ type, data }) => [type, data.kind])).toEqual([
      ['alert.opened', 'shop_unreachable'],
      ['alert.closed', 'shop_unreachable'],
    ])
    expect(posts.signed[1]?.data).toMatchObject({ orders: 3 })
  })
})

describe('a gateway that does not answer', () => {
  const outage = async () => {
    await loseGateway(world, TEST_STORE)
    await until([1, 1, 1])
    await findGateway(world)
    await until([2, 2, 2])
    const [opened, closed] = mail.mails.map(({ headers }) => headers.get('subject'))
    return { opened, closed, slack: posts.slack[0], of: posts.signed.map(({ data }) => data) }
  }

  it('an outage that affects one store names the store in mail, Slack and webhook', async () => {
    const { opened, closed, slack, of } = await outage()
    expect(opened).toMatch(/^\[Puente\] Tienda de prueba: The gateway/)
    expect(closed).toMatch(/^\[Puente\] Resolved: Tienda de prueba: The gateway/)
    expect(slack).toMatch(/^\*Tienda de prueba: The gateway/)
    const store = { id: TEST_STORE, name: 'Tienda de prueba' }
    expect(of).toMatchObject([
      { store, stores: 1 },
      { store, stores: 1 },
    ])
  })

  it('an outage that affects two stores counts them', async () => {
    await connectTestStore(world.puente, { id: StoreId.parse('otra'), notifyUrl: null })
    const { opened, closed, of } = await outage()
    expect(opened).toMatch(/^\[Puente\] 2 stores: The gateway/)
    expect(closed).toMatch(/^\[Puente\] Resolved: 2 stores: The gateway/)
    expect(of).toMatchObject([
      { store: null, stores: 2 },
      { store: null, stores: 2 },
    ])
  })
})

describe('npm run alerts:test', () => {
  const run = (more: Record<string, string> = {}) =>
    commandOf('alerts', () => ({ ...settings(), ...more }))('test')

  it('the command prints each channel’s answer and exits with 0 when all accept', async () => {
    const { stdout, exitCode } = await run()
    expect(stdout).toMatch(/^email \(ops@shop\.example, owner@shop\.example\): sent, 250/m)
    expect(stdout).toMatch(/^slack \(127\.0\.0\.1:\d+\): sent, HTTP 200$/m)
    expect(stdout).toMatch(/^webhook \(127\.0\.0\.1:\d+\): sent, HTTP 200$/m)
    expect([exitCode, ...messages()]).toEqual([0, 1, 1, 1])
    expect(posts.signed[0]?.data.kind).toBe('test')
    expect(mail.mails[0]?.headers.get('subject')).toMatch(/^\[Puente\] Test: /)
    expect(posts.slack[0]).toMatch(/^\*This is a test/)
  })

  it('the command exits with 1 and advice when a channel fails, after it has tried the others', async () => {
    const { stdout, exitCode } = await run({ SMTP_URL: 'smtp://127.0.0.1:1' })
    expect(stdout).toMatch(/^email .*NOT sent, .*ECONNREFUSED.*\n {2}Check that this machine/m)
    expect(stdout).toMatch(/^slack .*sent/m)
    expect(exitCode).toBe(1)
  })

  it('the command exits with 1 when no channel is set', async () => {
    const printed = await commandOf('alerts', () => ({}))('test')
    expect(printed.exitCode).toBe(1)
    expect(printed.stderr).toContain('No alert channel is configured')
  })
})
