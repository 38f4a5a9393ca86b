import { Writable } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { createLog } from '../../src/runtime/log/log.ts'
import { deliver, eventOf, paymentAtGateway } from '../support/gateway-events.ts'
import { pass } from '../support/merchant.ts'
import { useWorld, useWorldBehindProxy } from '../support/use-world.ts'
import { cardOf, connectTestStore, eventually, type Json } from '../support/world.ts'

const PUBLIC_URL = 'https://pay.puente.test'
const CONFIRM = 'POST /embed/v1/confirm'
const CARDS = {
  approved: '4111111111111111',
  noFunds: '4000000000009995',
  challenge: '4000000000003220',
  declinedWhenSaved: '4000000000000341',
} as const

const logged: string[] = []
const destination = new Writable({
  write: (line, _encoding, done) => {
    logged.push(String(line))
    done()
  },
})
const { world, proxy } = useWorldBehindProxy(
  (proxy) => ({
    PUBLIC_URL,
    GATEWAY_EMBED_BASE_URL: `${proxy.url}/embed/v1`,
    GATEWAY_TIMEOUT_MS: '1500',
  }),
  { log: createLog({ level: 'trace', service: 'test', destination }) },
)

let orders = 0
const newId = () => `C-${++orders}`
const orderOf = (id: string, more: Json = {}) => ({ id, amount: '60.00', currency: 'HNL', ...more })
const checkout = (id: string, more: Json = {}, order: Json = {}) =>
  world.api('POST', '/v1/checkouts', { order: orderOf(id, order), mode: 'card_page', ...more })
const read = async (id: string) => (await world.api('GET', `/v1/orders/${id}`)).body

const visit = (url: string, init: RequestInit = {}) =>
  fetch(url.replace(PUBLIC_URL, world.url), { redirect: 'manual', ...init })
const leadsTo = async (url: string) => {
  const answer = await visit(url)
  return { status: answer.status, location: answer.headers.get('location') }
}
const pathOf = (url: string) => new URL(url).pathname

const token = async (number: string = CARDS.approved): Promise<string> => {
  const card = cardOf(number)
  const body = { publishable_key: 'pk_test_sandbox', card }
  return (await world.control('/sandbox/tokens', body)).payment_token
}

const send = async (payUrl: string, body: unknown, type = 'application/json') => {
  const answer = await visit(`${payUrl}/card`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Json }
}
const payBy = async (payUrl: string, card: string = CARDS.approved) =>
  send(payUrl, { payment_token: await token(card) })
const opened = async (more: Json = {}) => {
  const id = newId()
  const { body } = await checkout(id, more)
  return { id, payUrl: body.pay_url as string, link: pathOf(body.pay_url) }
}
const confirmations = () => proxy.seen.filter((route) => route === CONFIRM).length
const webhooksAreLost = (drop: 0 | 1) =>
  fetch(`${world.sandbox.url}/sandbox/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ webhooks: { drop } }),
  })
/** Returns `kind:state` of each task of an order. */
const tasksOf = async (id: string): Promise<string[]> => {
  const tasks = await world.puente.ctx.db.query
    .selectFrom('tasks')
    .innerJoin('orders', 'orders.id', 'tasks.order_id')
    .select(['tasks.kind', 'tasks.state'])
    .where('orders.external_id', '=', id)
    .execute()
  return tasks.map(({ kind, state }) => `${kind}:${state}`)
}
const taskFailures = async (id: string) => {
  const tasks = await world.puente.ctx.db.query
    .selectFrom('tasks')
    .innerJoin('orders', 'orders.id', 'tasks.order_id')
    .select('tasks.last_error')
    .where('orders.external_id', '=', id)
    .execute()
  return tasks.map(({ last_error }) => last_error)
}
const paidAtGateway = async (id: string): Promise<number> => {
  const response = await fetch(`${world.sandbox.url}/v1/payments?external_reference=${id}`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  })
  const { data } = (await response.json()) as { data: Json[] }
  return data.filter(({ status }) => status === 'paid').length
}

describe('choosing the card page', () => {
  it('a request for the card page creates no payment, and its pay link leads to our page', async () => {
    const id = newId()
    const { status, body } = await checkout(id)
    expect({ status, payment: body.payment, order: body.order.status }).toEqual({
      status: 201,
      payment: null,
      order: 'awaiting_payment',
    })
    expect(await leadsTo(body.pay_url)).toEqual({
      status: 303,
      location: `${pathOf(body.pay_url)}/card`,
    })
    expect((await checkout(id)).status).toBe(200)
    expect(proxy.seen.filter((route) => route.startsWith('POST'))).toEqual([])
  })

  it('the store’s policy sets the mode, and a request can override it', async () => {
    const apiKey = await connectTestStore(world.puente, {
      id: 'mercado',
      notifyUrl: null,
      policy: { checkout_mode: 'card_page' },
    })
    const ask = (more: Json = {}) =>
      world.api(
        'POST',
        '/v1/checkouts',
        { order: orderOf('M-1'), ...more },
        { authorization: `Bearer ${apiKey}` },
      )
    expect((await ask()).body.payment).toBeNull()
    expect((await ask({ mode: 'hosted' })).body.payment).toMatchObject({ mode: 'hosted' })
  })

  it('a request for the other mode switches the order, and a live checkout stays as it was', async () => {
    const id = newId()
    const hosted = (await checkout(id, { mode: 'hosted' })).body
    expect((await checkout(id)).body.payment).toBeNull()
    expect((await leadsTo(hosted.pay_url)).location).toMatch(/\/card$/)

    const again = (await checkout(id, { mode: 'hosted' })).body
    expect(again.payment.id).toBe(hosted.payment.id)
    const link = await leadsTo(hosted.pay_url)
    expect(link.location).toBe(hosted.payment.checkout_url)
    expect((await leadsTo(`${hosted.pay_url}/card`)).location).toBe(pathOf(hosted.pay_url))
  })

  it('money that comes by both modes is detected as paid twice', async () => {
    const id = newId()
    const hosted = (await checkout(id, { mode: 'hosted' })).body
    await checkout(id)
    await payBy(hosted.pay_url)
    await world.pay(hosted.payment.checkout_url)
    await eventually(async () => (await read(id)).order.conflict === 'paid_twice')
  })

  it('a declined saved card leads to the page, where another card pays', async () => {
    const identity = '0801-1990-77777'
    const first = await fetch(`${world.sandbox.url}/v1/payments`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_sandbox', 'content-type': 'application/json' },
      body: JSON.stringify({
        amount: 1,
        external_reference: identity,
        name: 'First purchase',
        customer: { identity_number: identity },
      }),
    })
    const { id: payment_id } = (await first.json()) as Json
    const card = cardOf(CARDS.declinedWhenSaved)
    await world.control('/sandbox/pay', { payment_id, card, save_card: true })
    const saved = await world.api('GET', `/v1/saved-cards?identity_number=${identity}`)

    const id = newId()
    const { status, body } = await checkout(id, { payment_method: saved.body.data[0].id })
    expect(status).toBe(201)
    expect(body).toMatchObject({ payment: null, declined: { code: '05' } })
    expect((await leadsTo(body.pay_url)).location).toMatch(/\/card$/)
    expect((await payBy(body.pay_url)).status).toBe(200)
    expect((await read(id)).order.status).toBe('paid')
  })

  it('a changed amount is the amount that is charged', async () => {
    const { id, payUrl } = await opened()
    await checkout(id, {}, { amount: '75.00' })
    await payBy(payUrl)
    expect(await read(id)).toMatchObject({
      order: { status: 'paid', amount: '75.00' },
      payment: { amount: '75.00', mode: 'card_page' },
    })
  })

  it('a customer is not charged an amount that their page did not show', async () => {
    const { id, payUrl } = await opened()
    const shown = { amount: '60.00', currency: 'HNL' }
    await checkout(id, {}, { amount: '75.00' })
    const answer = await send(payUrl, { payment_token: await token(), shown })
    expect(answer).toMatchObject({ status: 409, body: { url: expect.stringMatching(/changed=1/) } })
    expect((await read(id)).order.status).toBe('awaiting_payment')
  })
})

describe('the card page', () => {
  it('the page loads scripts and frames only from Puente and the gateway', async () => {
    const { payUrl } = await opened()
    const page = await visit(`${payUrl}/card`)
    expect(page.status).toBe(200)
    const policy = page.headers.get('content-security-policy') ?? ''
    // The gateway's iframe may use a passkey or a wallet.
    expect(page.headers.get('permissions-policy')).not.toMatch(/payment|publickey/)
    expect(page.headers.get('permissions-policy')).toContain('camera=()')
    const gateway = new URL(world.sandbox.url).origin
    expect(policy).toContain(`script-src 'self' ${gateway};`)
    expect(policy).toMatch(new RegExp(`frame-src ${gateway} ${proxy.url};`))
    expect(policy).toContain("default-src 'none'")
    expect(await page.text()).not.toMatch(/sk_test|whsec_/)
  })

  it('an unknown link answers 404', async () => {
    expect((await visit(`${world.url}/pay/nobody/card`)).status).toBe(404)
    expect((await payBy(`${world.url}/pay/nobody`)).status).toBe(404)
  })

  it.each([
    ['no JSON', '{"payment_token', 'application/json'],
    ['a form', 'payment_token=tok_1', 'application/x-www-form-urlencoded'],
    ['nothing', '', 'application/json'],
    ['a secret key for a token', { payment_token: 'sk_test_sandbox' }, 'application/json'],
    ['a number for a token', { payment_token: 1 }, 'application/json'],
    ['a list', [], 'application/json'],
    ['too much', { payment_token: `tok_${'x'.repeat(9_000)}` }, 'application/json'],
    [
      'an amount that is none',
      { payment_token: 'tok_1', shown: { amount: '1', currency: 'X' } },
      'application/json',
    ],
  ])('the page refuses %s', async (_what, body, type) => {
    const { id, payUrl } = await opened()
    const { status } = await send(payUrl, body, type)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect((await read(id)).payment).toBeNull()
  })

  it('the page charges the card and leads to the return page', async () => {
    const { id, payUrl, link } = await opened()
    expect(await payBy(payUrl)).toEqual({
      status: 200,
      body: { next: 'leave', url: `${link}/return` },
    })
    expect((await read(id)).order.status).toBe('paid')
    expect(await leadsTo(`${payUrl}/card`)).toEqual({ status: 303, location: `${link}/return` })
    expect((await payBy(payUrl)).body.next).toBe('leave')
    expect(await paidAtGateway(id)).toBe(1)
  })

  it('the answer to a decline says no more than a customer needs', async () => {
    const { id, payUrl } = await opened()
    expect(await payBy(payUrl, CARDS.noFunds)).toEqual({
      status: 402,
      body: { next: 'again', reason: 'no-funds' },
    })
    expect(await (await visit(`${payUrl}/return`)).text()).toContain('El pago no se completó')
    expect((await payBy(payUrl)).status).toBe(200)
    expect((await read(id)).order.status).toBe('paid')
  })

  it('ten declines block further cards of the order for an hour', async () => {
    const { id, payUrl } = await opened()
    for (let tries = 1; tries <= 9; tries++) await payBy(payUrl, CARDS.noFunds)
    const last = await Promise.all([1, 2, 3].map(() => payBy(payUrl, CARDS.noFunds)))
    const wasSent = ({ status }: { status: number }) => status === 402
    expect(last.filter(wasSent)).toHaveLength(1)

    expect(await payBy(payUrl)).toEqual({
      status: 429,
      body: { next: 'again', reason: 'too-many-declines' },
    })
    const page = await visit(`${payUrl}/card?lang=en`)
    expect(page.status).toBe(429)
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(3_500)
    expect(await page.text()).toContain('Too many cards were declined')
    expect(await (await visit(`${payUrl}/card`)).text()).toContain('demasiadas tarjetas')

    await pass(world, 3_601)
    expect((await visit(`${payUrl}/card`)).status).toBe(200)
    expect((await payBy(payUrl)).status).toBe(200)
    expect((await read(id)).order.status).toBe('paid')
  })

  it('ten declines of a customer block further cards on all of their orders', async () => {
    const [first, last] = [newId(), newId()]
    const one = await checkout(first, {}, { customer: { email: 'Prueba@Correo.example' } })
    for (let tries = 1; tries <= 10; tries++) await payBy(one.body.pay_url, CARDS.noFunds)
    const other = await checkout(last, {}, { customer: { email: 'prueba@correo.example' } })
    expect(await payBy(other.body.pay_url)).toEqual({
      status: 429,
      body: { next: 'again', reason: 'too-many-declines' },
    })
    expect((await visit(`${other.body.pay_url}/card`)).status).toBe(429)
    expect((await payBy((await opened()).payUrl)).status).toBe(200)
    await pass(world, 3_601)
    expect((await payBy(other.body.pay_url)).status).toBe(200)
  })

  it('a store blocks cards for ten minutes after 30 declines across its orders', async () => {
    await pass(world, 3_601)
    for (let tries = 0; tries < 30; tries++) {
      const { payUrl } = await opened()
      expect((await payBy(payUrl, CARDS.noFunds)).status).toBe(402)
    }
    const { payUrl } = await opened()
    expect(await payBy(payUrl)).toEqual({
      status: 429,
      body: { next: 'again', reason: 'cards-paused' },
    })
    const page = await visit(`${payUrl}/card?lang=en`)
    expect(page.status).toBe(429)
    expect(Number(page.headers.get('retry-after'))).toBeLessThanOrEqual(600)
    expect(await page.text()).toContain('No cards can be used for a few minutes')
    expect(await (await visit(`${payUrl}/card`)).text()).toContain('Por unos minutos no se puede')
    await pass(world, 601)
    expect((await payBy(payUrl)).status).toBe(200)
  })

  it('no more than ten cards of a customer reach the gateway when many orders are paid concurrently', async () => {
    await pass(world, 3_601)
    const customer = { email: 'a.la.vez@correo.example' }
    const opened = await Promise.all(
      Array.from({ length: 16 }, () => checkout(newId(), {}, { customer })),
    )
    const tokens = await Promise.all(opened.map(() => token(CARDS.noFunds)))
    const before = confirmations()
    const answers = await Promise.all(
      opened.map(({ body }, n) => send(body.pay_url, { payment_token: tokens[n] })),
    )
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(6)
    expect(confirmations() - before).toBe(10)
  })

  it('no more than thirty cards of a store reach the gateway when many orders are paid concurrently', async () => {
    await pass(world, 3_601)
    const many = await Promise.all(Array.from({ length: 40 }, () => opened()))
    const tokens = await Promise.all(many.map(() => token(CARDS.noFunds)))
    const before = confirmations()
    const answers = await Promise.all(
      many.map(({ payUrl }, n) => send(payUrl, { payment_token: tokens[n] })),
    )
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
    expect(confirmations() - before).toBe(30)
  })

  it('cards that wait for their customer at the bank count towards the limit', async () => {
    await pass(world, 3_601)
    const { id, payUrl } = await opened()
    for (let tries = 1; tries <= 10; tries++) {
      expect((await payBy(payUrl, CARDS.challenge)).body.next).toBe('leave')
    }
    expect(await payBy(payUrl, CARDS.challenge)).toEqual({
      status: 429,
      body: { next: 'again', reason: 'too-many-declines' },
    })
    await pass(world, 3_601)
    expect((await payBy(payUrl)).status).toBe(200)
    expect((await read(id)).order.status).toBe('paid')
  })

  it('ten declines on the page do not block a confirmation by the store’s API key', async () => {
    const { id, payUrl } = await opened()
    for (let tries = 1; tries <= 10; tries++) await payBy(payUrl, CARDS.noFunds)
    expect((await payBy(payUrl)).status).toBe(429)
    const body = { payment_token: await token() }
    expect((await world.api('POST', `/v1/orders/${id}/confirm`, body)).status).toBe(200)
  })

  it('a used token is refused, and the customer can type the card again', async () => {
    const used = await token()
    await send((await opened()).payUrl, { payment_token: used })
    const { payUrl } = await opened()
    expect(await send(payUrl, { payment_token: used })).toEqual({
      status: 422,
      body: { next: 'again', reason: 'token-refused' },
    })
  })

  it('several concurrent cards lead to one charge', async () => {
    const { id, payUrl } = await opened()
    const answers = await Promise.all([1, 2, 3, 4].map(() => payBy(payUrl)))
    expect(answers.map(({ body }) => body.next)).toEqual(Array(4).fill('leave'))
    expect(await paidAtGateway(id)).toBe(1)
  })

  it('the page has a way back to a store that gave a cancel_url', async () => {
    const { payUrl } = await opened({ cancel_url: 'https://shop.example/cart' })
    expect(await (await visit(`${payUrl}/card`)).text()).toContain('https://shop.example/cart')
  })

  it('a page left open charges no card once the store wants the hosted checkout', async () => {
    const { id, payUrl, link } = await opened()
    await checkout(id, { mode: 'hosted' })
    expect(await payBy(payUrl)).toEqual({ status: 200, body: { next: 'leave', url: link } })
    expect(await paidAtGateway(id)).toBe(0)
  })

  it('the page closes once the order is cancelled', async () => {
    const { id, payUrl, link } = await opened()
    await world.api('POST', `/v1/orders/${id}/cancel`)
    expect((await visit(`${payUrl}/card`)).status).toBe(410)
    expect(await payBy(payUrl)).toEqual({ status: 410, body: { next: 'leave', url: link } })
    expect(await paidAtGateway(id)).toBe(0)
  })

  it('a customer whose charge got no answer waits, and is not charged again', async () => {
    const { id, payUrl, link } = await opened()
    proxy.next(CONFIRM, { kind: 'hang' })
    const waiting = { status: 202, body: { next: 'leave', url: `${link}/return` } }
    expect(await payBy(payUrl)).toEqual(waiting)
    expect(await payBy(payUrl)).toEqual(waiting)
    expect((await leadsTo(`${payUrl}/card`)).location).toBe(`${link}/return`)
    expect(await (await visit(`${payUrl}/return`)).text()).toContain('confirmando')
    expect(proxy.seen.filter((route) => route === CONFIRM).length).toBeGreaterThan(0)
    expect(await paidAtGateway(id)).toBe(0)
  })

  it('a customer can try again when the gateway was unreachable before it got the charge', async () => {
    const { id, payUrl } = await opened()
    const payment_token = await token()
    await proxy.refuse()
    expect(await send(payUrl, { payment_token })).toEqual({
      status: 503,
      body: { next: 'again', reason: 'unreachable' },
    })
    await proxy.accept()
    expect((await send(payUrl, { payment_token })).status).toBe(200)
    expect(await paidAtGateway(id)).toBe(1)
  })
})

describe('a customer who has to authenticate', () => {
  afterEach(() => webhooksAreLost(0))

  const challenged = async () => {
    const page = await opened()
    const { body } = await payBy(page.payUrl, CARDS.challenge)
    const transactionId = pathOf(body.url).split('/').at(-1) ?? ''
    const conclude = (outcome: string) =>
      world.control(`/sandbox/challenges/${transactionId}`, { outcome })
    return { ...page, body, conclude }
  }

  it('the customer is sent to the bank immediately, and Puente stores neither that address nor the token', async () => {
    const { id, payUrl } = await opened()
    const used = await token(CARDS.challenge)
    const { status, body } = await send(payUrl, { payment_token: used })
    expect({ status, next: body.next }).toEqual({ status: 200, next: 'leave' })
    const signature = new URL(body.url).searchParams.get('signature') ?? ''
    expect(signature).not.toBe('')

    const { rows } = await world.puente.ctx.db.pool.query(
      `SELECT row_to_json(payments)::text AS row FROM payments
       UNION ALL SELECT row_to_json(timeline)::text FROM timeline
       UNION ALL SELECT row_to_json(orders)::text FROM orders
       UNION ALL SELECT row_to_json(tasks)::text FROM tasks`,
    )
    const kept = rows.map(({ row }: { row: string }) => row).join('\n')
    expect(kept).toContain(id)
    expect(kept).toContain('/card?failed=1')
    for (const secret of [signature, used]) {
      expect(kept).not.toContain(secret)
      expect(logged.join('')).not.toContain(secret)
    }
    expect(logged.join('')).toContain('order charged')
  })

  it('a customer who passes the challenge has paid, whichever address they come back to', async () => {
    const { id, payUrl, link, conclude } = await challenged()
    await conclude('authenticated')
    await eventually(async () => (await leadsTo(`${payUrl}/card?failed=1`)).status === 303)
    expect((await leadsTo(`${payUrl}/card?failed=1`)).location).toBe(`${link}/return`)
    expect((await read(id)).order.status).toBe('paid')
  })

  it('opening the return page pays nothing', async () => {
    const { id, payUrl } = await challenged()
    expect(await (await visit(`${payUrl}/return`)).text()).toContain('confirmando')
    expect((await read(id)).order.status).toBe('awaiting_payment')
  })

  it('a customer who passes has paid even if no event arrives', async () => {
    await webhooksAreLost(1)
    const { id, payUrl, conclude } = await challenged()
    await conclude('authenticated')
    await eventually(async () => {
      const answer = await visit(`${payUrl}/return/status?waited=1`)
      return ((await answer.json()) as Json).kind === 'paid'
    })
    expect((await read(id)).order.status).toBe('paid')
  })

  it('a customer who comes back by the failure address reads that nothing was charged', async () => {
    const { id, payUrl, conclude } = await challenged()
    await conclude('failed')
    const page = await visit(`${payUrl}/card?failed=1`)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('No se hizo el cobro.')
    expect((await payBy(payUrl)).status).toBe(200)
    expect(await paidAtGateway(id)).toBe(1)
  })

  it('a customer who passed in one window and pays again in another is charged once', async () => {
    await webhooksAreLost(1)
    const { id, payUrl, link, conclude } = await challenged()
    await conclude('authenticated')
    expect(await payBy(payUrl)).toMatchObject({ body: { url: expect.stringContaining(link) } })
    expect(await paidAtGateway(id)).toBe(1)
  })
})

describe('a charge that the gateway lets expire while its customer is at the bank', () => {
  it('an expired charge closes the page, and a new checkout opens it again', async () => {
    const { id, payUrl } = await opened()
    await payBy(payUrl, CARDS.challenge)
    await visit(`${payUrl}/card?failed=1`)
    const { payment } = await read(id)
    const atGateway = await paymentAtGateway(world, payment.gateway_payment_id)
    await deliver(world.url, { body: eventOf(atGateway, 'expired') })
    await eventually(async () => (await read(id)).order.status === 'payment_expired')
    expect((await visit(`${payUrl}/card`)).status).toBe(410)

    expect((await checkout(id)).body.order.status).toBe('awaiting_payment')
    expect((await payBy(payUrl)).status).toBe(200)
    expect((await read(id)).order.status).toBe('paid')
  })
})

describe('the payment deadline', () => {
  const notificationsOf = (id: string) => world.shop.messages.filter(({ order }) => order.id === id)
  const isOver = async (id: string) => {
    await eventually(async () => notificationsOf(id).length > 0)
    return (await read(id)).order.status
  }

  it('an order that misses its payment deadline notifies the store once, and again when a new checkout is not paid either', async () => {
    const { id, payUrl } = await opened({ expires_in_minutes: 5 })
    await pass(world, 301)
    expect(await isOver(id)).toBe('payment_expired')
    expect(notificationsOf(id)).toMatchObject([
      { type: 'order.payment_expired', order: { status: 'payment_expired' }, payment: null },
    ])
    expect((await visit(payUrl)).status).toBe(410)

    const again = await checkout(id, { expires_in_minutes: 5 })
    expect(again).toMatchObject({ status: 201, body: { order: { status: 'awaiting_payment' } } })
    await pass(world, 301)
    await eventually(async () => notificationsOf(id).length === 2)
    expect(new Set(notificationsOf(id).map((message) => message.id)).size).toBe(2)
    expect((await checkout(id, { mode: 'hosted' })).body.order.status).toBe('awaiting_payment')
  })

  it('an order that expires after declined cards notifies the store with the last decline', async () => {
    const { id, payUrl } = await opened({ expires_in_minutes: 5 })
    await payBy(payUrl, CARDS.noFunds)
    await eventually(async () => notificationsOf(id).length === 1)
    await pass(world, 301)
    await eventually(async () => notificationsOf(id).length === 2)
    expect(notificationsOf(id)[1]).toMatchObject({
      type: 'order.payment_expired',
      payment: { state: 'declined' },
    })
  })

  it('an order with an extended payment deadline ends at the later time', async () => {
    const { id, payUrl } = await opened({ expires_in_minutes: 5 })
    await checkout(id, { expires_in_minutes: 20 })
    await pass(world, 301)
    await eventually(async () => (await tasksOf(id)).includes('end-time-to-pay:done'))
    expect((await read(id)).order.status).toBe('awaiting_payment')
    expect((await visit(`${payUrl}/card`)).status).toBe(200)
    await pass(world, 900)
    expect(await isOver(id)).toBe('payment_expired')
  })

  it('a paid or cancelled order does not change at its payment deadline', async () => {
    const [paid, cancelled] = [
      await opened({ expires_in_minutes: 5 }),
      await opened({ expires_in_minutes: 5 }),
    ]
    await payBy(paid.payUrl)
    await world.api('POST', `/v1/orders/${cancelled.id}/cancel`)
    await pass(world, 301)
    for (const { id } of [paid, cancelled]) {
      await eventually(async () => (await tasksOf(id)).includes('end-time-to-pay:done'))
    }
    expect((await read(paid.id)).order.status).toBe('paid')
    expect((await read(cancelled.id)).order.status).toBe('cancelled')
    expect(notificationsOf(cancelled.id)).toEqual([])
  })

  it('a policy can cancel an expired order, once a charge in flight has ended', async () => {
    const apiKey = await connectTestStore(world.puente, {
      id: 'puntual',
      notifyUrl: world.shop.url,
      policy: { checkout_mode: 'card_page', on_expiry: 'cancel' },
    })
    const asShop = { authorization: `Bearer ${apiKey}` }
    const open = async (id: string): Promise<string> => {
      const body = { order: orderOf(id), expires_in_minutes: 5 }
      return (await world.api('POST', '/v1/checkouts', body, asShop)).body.pay_url
    }
    const statusOf = async (id: string) =>
      (await world.api('GET', `/v1/orders/${id}`, undefined, asShop)).body.order.status
    const [left, charging] = [newId(), newId()]
    await open(left)
    const payUrl = await open(charging)
    proxy.next(CONFIRM, { kind: 'hang' })
    await payBy(payUrl)

    await pass(world, 301)
    await eventually(async () => (await statusOf(left)) === 'cancelled')
    await eventually(async () => notificationsOf(left).length > 0)
    expect(notificationsOf(left)).toMatchObject([{ type: 'order.cancelled', payment: null }])
    expect(await statusOf(charging)).toBe('awaiting_payment')
    await eventually(async () => {
      await pass(world, 60)
      return (await statusOf(charging)) === 'cancelled'
    })
    expect(await paidAtGateway(charging)).toBe(0)
  })

  it('a missed payment deadline closes the page, and a new checkout opens it again', async () => {
    const { id, payUrl } = await opened({ expires_in_minutes: 5 })
    expect((await visit(`${payUrl}/card`)).status).toBe(200)
    await pass(world, 301)
    for (const url of [payUrl, `${payUrl}/card`]) expect((await visit(url)).status).toBe(410)
    expect(await payBy(payUrl)).toMatchObject({ status: 410, body: { next: 'leave' } })
    expect(await paidAtGateway(id)).toBe(0)

    expect((await checkout(id, { expires_in_minutes: 5 })).status).toBe(201)
    expect((await visit(`${payUrl}/card`)).status).toBe(200)
  })

  it('an order does not expire while its customer is at the bank', async () => {
    const { id, payUrl, link } = await opened({ expires_in_minutes: 5 })
    const { body } = await payBy(payUrl, CARDS.challenge)
    await pass(world, 301)
    expect(await leadsTo(`${payUrl}/card`)).toEqual({ status: 303, location: `${link}/return` })
    expect(await (await visit(`${payUrl}/return`)).text()).toContain('confirmando')
    await eventually(async () => (await taskFailures(id)).includes('a charge is under way'))
    const transactionId = pathOf(body.url).split('/').at(-1) ?? ''
    await world.control(`/sandbox/challenges/${transactionId}`, { outcome: 'authenticated' })
    await eventually(async () => (await read(id)).order.status === 'paid')
    expect(notificationsOf(id).map(({ type }) => type)).not.toContain('order.payment_expired')
  })

  it('an expired order is paid when an older checkout of it is paid', async () => {
    const id = newId()
    const hosted = await checkout(id, { mode: 'hosted' })
    await checkout(id, { expires_in_minutes: 5 })
    await pass(world, 301)
    expect(await isOver(id)).toBe('payment_expired')
    await world.pay(hosted.body.payment.checkout_url)
    await eventually(async () => notificationsOf(id).length === 2)
    expect(notificationsOf(id)[1]).toMatchObject({
      type: 'order.paid',
      order: { status: 'paid', conflict: null },
    })
  })

  it('the expiry of a hosted checkout does not close the card page', async () => {
    const id = newId()
    const hosted = await checkout(id, { mode: 'hosted', expires_in_minutes: 5 })
    await pass(world, 600)
    await eventually(async () => (await read(id)).order.status === 'payment_expired')
    expect((await checkout(id)).body.order.status).toBe('awaiting_payment')
    expect((await payBy(hosted.body.pay_url)).status).toBe(200)
  })
})

describe('an installation whose public address is http', () => {
  const bare = useWorld({ PUBLIC_URL: 'http://pay.shop.example' })

  it('a policy that leads to the card page is refused with the reason', async () => {
    const connecting = connectTestStore(bare.puente, {
      id: 'mercado',
      notifyUrl: null,
      policy: { checkout_mode: 'card_page' },
    })
    await expect(connecting).rejects.toThrow(/PUBLIC_URL.*https/)
  })

  it('a request for the card page is refused with the same reason, and charges nothing', async () => {
    const order = orderOf('B-1')
    for (const more of [{}, { payment_method: 'pm_1' }]) {
      const answer = await bare.api('POST', '/v1/checkouts', { order, mode: 'card_page', ...more })
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'card_page_not_set_up', detail: expect.stringMatching(/PUBLIC_URL.*https/) },
      })
    }
    expect((await bare.api('GET', '/v1/orders/B-1')).status).toBe(404)
  })

  it('an older policy that leads to the card page is refused with the same reason', async () => {
    const { query } = bare.puente.ctx.db
    const policy = (value: Json) =>
      query.updateTable('stores').set({ policy: JSON.stringify(value) })
    await policy({ checkout_mode: 'card_page' }).execute()
    const answer = await bare.api('POST', '/v1/checkouts', { order: orderOf('B-3') })
    expect(answer).toMatchObject({ status: 409, body: { code: 'card_page_not_set_up' } })
    await policy({}).execute()
  })

  it('an older card page charges nothing and reports that', async () => {
    const { body } = await bare.api('POST', '/v1/checkouts', { order: orderOf('B-2') })
    const { query } = bare.puente.ctx.db
    await query.updateTable('orders').set({ checkout_mode: 'card_page' }).execute()
    const { pathname } = new URL(body.pay_url)
    const page = await fetch(`${bare.url}${pathname}/card`)
    expect(page.status).toBe(503)
    expect(await page.text()).toContain('Ahora no se puede pagar con tarjeta')
  })
})
