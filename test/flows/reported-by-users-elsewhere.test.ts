import { afterEach, describe, expect, it } from 'vitest'
import { connectStore } from '../../src/payments/stores/connect-store.ts'
import {
  deliver,
  eventOf,
  paymentAtGateway,
  signatureOf,
  unmatchedEvent,
} from '../support/gateway-events.ts'
import {
  callGateway,
  delayEvent,
  HOUR_SECONDS,
  merchantOf,
  pass,
  saveCard,
  send,
  setSandbox,
} from '../support/merchant.ts'
import { settled } from '../support/settled.ts'
import { useWorldBehindProxy } from '../support/use-world.ts'
import {
  CARDS,
  cardOf,
  eventually,
  type Json,
  NOTIFY_SECRET,
  TEST_STORE,
  WEBHOOK_SECRET,
} from '../support/world.ts'

const { world, proxy } = useWorldBehindProxy((proxy) => ({
  GATEWAY_EMBED_BASE_URL: `${proxy.url}/embed/v1`,
}))
const merchant = merchantOf(world, { prefix: 'E' })
afterEach(() => settled(world))

const CONFIRM = 'POST /embed/v1/confirm'
const SEARCH = 'GET /v1/payments'
const DOWN = { kind: 'answer', status: 503 } as const

const countOf = async (id: string, kind: string, type?: string): Promise<number> =>
  (await merchant.timeline(id)).filter(
    (entry) => entry.kind === kind && (!type || entry.details.type === type),
  ).length

const journal = async (): Promise<Json[]> => {
  const all: Json[] = []
  for (let since = 0; ; ) {
    const { entries, next } = await world.control(`/sandbox/journal?since=${since}`)
    if (entries.length === 0) return all
    all.push(...entries)
    since = next
  }
}

describe('a confirmation by the storefront beside the gateway’s event', () => {
  it.each([
    ['the event first', 500, 0],
    ['the answer first', 0, HOUR_SECONDS],
    ['both at once', 0, 0],
  ])(
    'the order is paid and sold once, and the store is notified once, with %s',
    async (_, answerMs, eventSeconds) => {
      const { id } = await merchant.open()
      if (answerMs > 0) proxy.next(CONFIRM, { kind: 'slow', ms: answerMs })
      if (eventSeconds > 0) {
        const fault = { on: 'payment.approved', fault: 'delay', delay_seconds: eventSeconds }
        await setSandbox(world, 'faults', { next: [fault] })
      }
      expect(await merchant.confirm(id, await merchant.token())).toMatchObject({
        status: 200,
        body: { order: { status: 'paid' } },
      })
      await pass(world, eventSeconds + 1)
      await eventually(async () => (await countOf(id, 'storefront_told')) === 1)
      await settled(world)
      expect(merchant.notifications(id)).toEqual(['order.paid'])
      expect(await countOf(id, 'order_status_changed')).toBe(1)
      expect(await merchant.keptAtGateway(id)).toBe(100)
    },
  )
})

describe('three events of one charge, each delivered three times concurrently', () => {
  it('three events of one charge pay the order once', async () => {
    const { id, gatewayId } = await merchant.open()
    const payment = await paymentAtGateway(world, gatewayId)
    const bodies = Array.from({ length: 3 }, () => eventOf(payment, 'approved'))
    await Promise.all([...bodies, ...bodies, ...bodies].map((body) => send(world, body)))
    await merchant.readWhen(id, ({ order }) => order.status === 'paid')
    await settled(world)
    expect(await countOf(id, 'event_applied')).toBe(1)
    expect(await countOf(id, 'event_without_effect')).toBe(2)
    expect(await countOf(id, 'storefront_told', 'order.paid')).toBe(1)
  })
})

describe('a charge without an answer whose customer tries again', () => {
  it('a customer who types the same card again is charged once, and the order is paid', async () => {
    const { id } = await merchant.open()
    proxy.next(CONFIRM, { kind: 'lost' })
    proxy.next(SEARCH, DOWN)
    // Delays the webhook, which would resolve the charge.
    await setSandbox(world, 'faults', {
      next: [{ on: 'payment.approved', fault: 'delay', delay_seconds: HOUR_SECONDS }],
    })
    expect((await merchant.confirm(id, await merchant.token())).status).toBe(502)
    expect(await merchant.confirm(id, await merchant.token())).toMatchObject({
      status: 200,
      body: { order: { status: 'paid' } },
    })
    expect(await merchant.keptAtGateway(id)).toBe(100)
    await pass(world, HOUR_SECONDS + 1)
  })

  it('the hosted checkout opens no second payment before the first charge is resolved', async () => {
    const { id } = await merchant.open()
    const card = await merchant.savedCard()
    const chargeRoute = `POST /v1/payment-methods/${card}/charge`
    proxy.next(chargeRoute, { kind: 'lost' })
    proxy.next(SEARCH, DOWN, DOWN)
    await setSandbox(world, 'faults', {
      next: [{ on: 'payment.approved', fault: 'delay', delay_seconds: HOUR_SECONDS }],
    })
    expect((await merchant.checkout(id, {}, { payment_method: card })).status).toBe(502)
    expect((await merchant.checkout(id)).status).toBe(502)
    expect(await merchant.checkout(id)).toMatchObject({
      status: 200,
      body: { order: { status: 'paid' }, payment: { mode: 'saved_card' } },
    })
    expect(await merchant.keptAtGateway(id)).toBe(100)
    await pass(world, HOUR_SECONDS + 1)
  })
})

describe('a gateway that refuses every idempotency key it has seen', () => {
  it('the gateway sees no idempotency key twice, and each belongs to one request', async () => {
    await setSandbox(world, 'profile', { idempotency_key_reuse: 'rejected_422' })
    const before = await journal()
    const creation = 'POST /v1/payments'
    const { id } = await merchant.open()
    await merchant.checkout(id, { amount: '110.00' })
    proxy.next(creation, { kind: 'lost' })
    await merchant.checkout(id, { amount: '120.00' })
    const card = await merchant.savedCard()
    const charged = await merchant.checkout(id, {}, { payment_method: card })
    expect(charged.body.order.status).toBe('paid')

    const sent = (await journal())
      .slice(before.length)
      .filter(({ idempotency_key }) => typeof idempotency_key === 'string')
    expect(sent.map(({ body }) => Number(body.amount))).toEqual([100, 110, 120, 100])
    expect(new Set(sent.map(({ idempotency_key }) => idempotency_key)).size).toBe(4)
    await setSandbox(world, 'profile', { idempotency_key_reuse: 'replay' })
  })
})

describe('a payment that another program made on the same account', () => {
  const payElsewhere = async (reference: string) => {
    const payment = await callGateway(world, 'POST', '/v1/payments', {
      amount: 100,
      external_reference: reference,
      name: 'Point of sale',
    })
    const card = cardOf(CARDS.approved)
    await world.control('/sandbox/pay', { payment_id: payment.id, card })
    return payment
  }

  it('the event of another program’s payment is acknowledged and changes nothing, even with the number of one of our orders', async () => {
    const { id } = await merchant.open()
    const elsewhere = await payElsewhere(id)
    const { query } = world.puente.ctx.db
    await eventually(async () => {
      const events = await query.selectFrom('events').select(['body', 'outcome']).execute()
      const about = events.find(({ body }) => JSON.parse(body.toString()).data.id === elsewhere.id)
      return about?.outcome === 'foreign'
    })
    expect((await merchant.read(id)).order).toMatchObject({
      status: 'awaiting_payment',
      conflict: null,
    })
    expect(merchant.notifications(id)).toEqual([])
  })

  it('another program’s payment does not pass for ours when the answer to our creation is lost', async () => {
    const id = 'E-same-number'
    proxy.next('POST /v1/payments', { kind: 'lost' })
    proxy.next(SEARCH, DOWN)
    expect((await merchant.checkout(id)).status).toBe(502)
    const elsewhere = await payElsewhere(id)
    const { status, body } = await merchant.checkout(id)
    expect([status, body.payment.state]).toEqual([201, 'pending'])
    expect(await merchant.atGateway(id)).toHaveLength(2)
    expect(body.payment.gateway_payment_id).not.toBe(String(elsewhere.id))
  })
})

describe('a saved card of the other environment', () => {
  it('a saved card of the other environment is refused clearly, and not charged', async () => {
    const id = 'E-live-card'
    const method = await saveCard(world, 'sk_live_sandbox')
    expect(await merchant.checkout(id, {}, { payment_method: method })).toMatchObject({
      status: 422,
      body: { code: 'no_such_saved_card', errors: [{ path: 'payment_method' }] },
    })
    expect(await merchant.atGateway(id)).toEqual([])
  })
})

describe('an order whose amount changed after its customer came', () => {
  const ways: { way: string; charge(id: string, payUrl: string): Promise<unknown> }[] = [
    {
      way: 'by its pay link',
      charge: async (_, payUrl) => {
        const opened = await fetch(payUrl, { redirect: 'manual' })
        return world.pay(opened.headers.get('location') ?? '')
      },
    },
    {
      way: 'by card fields',
      charge: async (id) => merchant.confirm(id, await merchant.token()),
    },
    {
      way: 'by a saved card',
      charge: async (id) =>
        merchant.checkout(id, { amount: '140.00' }, { payment_method: await merchant.savedCard() }),
    },
  ]

  it.each(ways)('a changed order is charged its current amount, $way', async ({ charge }) => {
    const { id, payUrl } = await merchant.open()
    await merchant.checkout(id, { amount: '140.00' })
    await charge(id, payUrl)
    const paid = await merchant.readWhen(id, ({ order }) => order.status === 'paid')
    expect(paid).toMatchObject({ order: { conflict: null }, payment: { amount: '140.00' } })
    expect(await merchant.keptAtGateway(id)).toBe(140)
  })
})

describe('an order that its store has cancelled', () => {
  it('a cancelled order cannot be paid by its link, by card fields or by a saved card', async () => {
    const { id, payUrl } = await merchant.open()
    const method = await merchant.savedCard()
    const token = await merchant.token()
    await merchant.cancel(id)
    const before = proxy.seen.length
    expect((await fetch(payUrl, { redirect: 'manual' })).status).toBe(410)
    const answers = [
      await merchant.confirm(id, token),
      await merchant.checkout(id),
      await merchant.checkout(id, {}, { payment_method: method }),
      await merchant.checkout(id, { amount: '1.00' }),
    ]
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'order_cancelled' } })
    }
    expect(proxy.seen.slice(before)).toEqual([])
    expect(await merchant.keptAtGateway(id)).toBe(0)
  })

  it('an order whose charge is in flight is not cancelled, and gets paid', async () => {
    const { id } = await merchant.open()
    proxy.next(CONFIRM, { kind: 'slow', ms: 400 })
    await delayEvent(world)
    const before = proxy.seen.length
    const charging = merchant.confirm(id, await merchant.token())
    await eventually(async () => proxy.seen.slice(before).includes(CONFIRM))
    // The gateway may already show the charge.
    const refused = ['charge_unresolved', 'order_already_paid']
    expect(refused).toContain((await merchant.cancel(id)).body.code)
    await charging
    const paid = await merchant.readWhen(id, ({ order }) => order.status === 'paid')
    expect(paid.order.conflict).toBeNull()
  })
})

describe('an event as the whole server gets it', () => {
  /** A parser that re-serialises this JSON breaks its signature. */
  const oddBytes: [string, (event: Json) => string][] = [
    ['with line breaks and tabs', (event) => JSON.stringify(event, null, '\t')],
    ['with escapes that need not be', (event) => escaped(JSON.stringify(event))],
    [
      'with amounts written in another way',
      (event) => JSON.stringify(event).replace('"amount":100', '"amount" : 1.0000E+2 '),
    ],
    [
      'with accents as they are',
      (event) => JSON.stringify({ ...event, note: 'Café ☕ “ñ” \u2028' }),
    ],
  ]
  const escaped = (json: string) =>
    json.replace('payment.approved', '\\u0070ayment\\u002eapproved').replaceAll('/', '\\/')

  it.each(oddBytes)('an event %s verifies, and pays the order', async (_, write) => {
    const { id, gatewayId } = await merchant.open()
    const payment = await paymentAtGateway(world, gatewayId)
    const body = write(JSON.parse(eventOf(payment, 'approved')))
    await send(world, body)
    await merchant.readWhen(id, ({ order }) => order.status === 'paid')
  })

  it.each(['application/json; charset=utf-8', 'text/plain', 'application/x-www-form-urlencoded'])(
    'an event sent as %s verifies before any parser reads it',
    async (type) => {
      const { id, gatewayId } = await merchant.open()
      const payment = await paymentAtGateway(world, gatewayId)
      const body = JSON.stringify(JSON.parse(eventOf(payment, 'approved')), null, 1)
      const answer = await deliver(world.url, { body, headers: { 'content-type': type } })
      expect(answer.status).toBe(200)
      await merchant.readWhen(id, ({ order }) => order.status === 'paid')
    },
  )

  it('an event that a proxy rewrote with the same values is refused', async () => {
    const { gatewayId } = await merchant.open()
    const body = eventOf(await paymentAtGateway(world, gatewayId), 'approved')
    const rewritten = JSON.stringify(JSON.parse(body), null, 2)
    const headers = { 'service-signature': signatureOf(body) }
    expect((await deliver(world.url, { body: rewritten, headers })).status).toBe(400)
  })
})

describe('a stored event whose handling fails', () => {
  const breakPayment = async (gatewayId: string) => {
    const { pool } = world.puente.ctx.db
    await pool.query(
      `CREATE OR REPLACE FUNCTION refuse_payment() RETURNS trigger LANGUAGE plpgsql
       AS $$ BEGIN RAISE EXCEPTION 'a fault of ours'; END $$`,
    )
    await pool.query(
      `CREATE TRIGGER refuse_payment BEFORE UPDATE ON payments FOR EACH ROW
       WHEN (OLD.gateway_payment_id = ${BigInt(gatewayId)}) EXECUTE FUNCTION refuse_payment()`,
    )
    return () => pool.query('DROP TRIGGER refuse_payment ON payments')
  }

  it.each([
    ['delivered again', true],
    ['not delivered again', false],
  ])(
    'a failed event that is %s is not lost to the dedupe, and pays the order in the end',
    async (_, again) => {
      const { id, gatewayId } = await merchant.open()
      const body = eventOf(await paymentAtGateway(world, gatewayId), 'approved')
      const repair = await breakPayment(gatewayId)
      await send(world, body)
      const { query } = world.puente.ctx.db
      await eventually(async () => {
        const failed = query.selectFrom('tasks').select('id').where('state', '=', 'ready')
        return failed.where('last_error', 'like', '%a fault of ours%').executeTakeFirst()
      })
      expect((await merchant.read(id)).order.status).toBe('awaiting_payment')
      await repair()
      if (again) await send(world, body)
      await eventually(async () => {
        await pass(world, 10)
        return (await merchant.read(id)).order.status === 'paid'
      })
      await settled(world)
      expect(merchant.notifications(id)).toEqual(['order.paid'])
      expect(await countOf(id, 'event_applied')).toBe(1)
    },
  )
})

describe('a merchant who changes the signing secret in the portal', () => {
  const endpointOfStore = async (): Promise<string> => {
    const { endpoints } = await world.control('/sandbox/endpoints')
    return endpoints[0].id
  }

  it('an event refused under the new secret is accepted when it arrives again', async () => {
    const { id, checkoutUrl } = await merchant.open()
    const { secret } = await world.control(
      `/sandbox/endpoints/${await endpointOfStore()}/rotate`,
      {},
    )
    await world.pay(checkoutUrl)
    await eventually(async () =>
      (await journal()).some(({ type, status }) => type === 'delivery' && status === 400),
    )
    expect((await merchant.read(id)).order.status).toBe('awaiting_payment')

    await connectWith(secret)
    await eventually(async () => (await deliverWith(secret)).ok)
    await pass(world, 61)
    await merchant.readWhen(id, ({ order }) => order.status === 'paid')
    // Deliveries under the old secret may still be in flight.
    expect((await deliverWith(WEBHOOK_SECRET)).status).toBe(200)
    expect((await deliverWith('whsec_nobody_has')).status).toBe(400)
  })

  const deliverWith = (secret: string) => deliver(world.url, { body: unmatchedEvent(), secret })

  const connectWith = async (webhookSecret: string) => {
    const { ctx, sealer } = world.puente
    const connected = await connectStore(
      { query: ctx.db.query, sealer, ids: ctx.ids, now: ctx.clock.now() },
      {
        id: TEST_STORE,
        name: 'Tienda de prueba',
        locale: 'es',
        secretKey: 'sk_test_sandbox',
        publishableKey: 'pk_test_sandbox',
        webhookSecret,
        notifyUrl: world.shop.url,
        notifySecret: NOTIFY_SECRET,
        apiKey: world.apiKey,
      },
    )
    expect(connected.outcome).toBe('connected')
  }
})
