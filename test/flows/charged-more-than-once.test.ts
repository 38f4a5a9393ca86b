import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  CHALLENGE_CARD,
  DAY_SECONDS,
  type Merchant,
  merchantOf,
  pass,
  setSandbox,
} from '../support/merchant.ts'
import { settled } from '../support/settled.ts'
import { useWorld } from '../support/use-world.ts'
import { connectTestStore, eventually, type Json, WEBHOOK_SECRET } from '../support/world.ts'

/** Stores of one gateway account each get the webhooks of both. */
const world = useWorld()
let holding: Merchant
let refunding: Merchant
beforeAll(async () => {
  holding = merchantOf(world, { prefix: 'H' })
  const id = 'devuelve'
  const apiKey = await connectTestStore(world.puente, {
    id,
    notifyUrl: world.shop.url,
    policy: { on_conflict: 'refund' },
  })
  await world.control('/sandbox/endpoints', {
    environment: 'test',
    url: `${world.url}/webhooks/gateway/${id}`,
    secret: WEBHOOK_SECRET,
  })
  refunding = merchantOf(world, { apiKey, prefix: 'D' })
})
afterEach(() => settled(world))

const passChallenge = async (authenticationUrl: string): Promise<void> => {
  const transaction = new URL(authenticationUrl).pathname.split('/').at(-1)
  await world.control(`/sandbox/challenges/${transaction}`, { outcome: 'authenticated' })
}

describe('a paid checkout whose event is lost', () => {
  const paidWithLostEvent = async (more: Json = {}) => {
    await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
    const opened = await holding.open({}, more)
    await world.pay(opened.checkoutUrl)
    await setSandbox(world, 'faults', { webhooks: { drop: 0 } })
    return opened.id
  }

  it('Puente notices the payment before it charges a saved card for the same order', async () => {
    const id = await paidWithLostEvent()
    const card = { payment_method: await holding.savedCard() }
    const answer = await holding.checkout(id, {}, card)
    expect(answer).toMatchObject({ status: 200, body: { order: { status: 'paid' } } })
    expect(await holding.atGateway(id)).toHaveLength(1)
  })

  it('Puente notices the payment before it charges a typed card for the same order', async () => {
    const id = await paidWithLostEvent()
    const answer = await holding.confirm(id, await holding.token())
    expect(answer.body.order.status).toBe('paid')
    expect(await holding.atGateway(id)).toHaveLength(1)
  })

  it('Puente notices the payment before it sends the customer to pay the order again', async () => {
    const id = await paidWithLostEvent({ expires_in_minutes: 1 })
    // A checkout so close to its expiry is not reused.
    await pass(world, 45)
    const answer = await holding.checkout(id)
    expect(answer).toMatchObject({ status: 200, body: { order: { status: 'paid' } } })
    expect(await holding.atGateway(id)).toHaveLength(1)
  })

  it('Puente notices the payment before the store changes the amount, so the right amount was paid', async () => {
    const id = await paidWithLostEvent()
    const answer = await holding.checkout(id, { amount: '120.00' })
    expect(answer).toMatchObject({ status: 409, body: { code: 'order_already_paid' } })
    const { order } = await holding.read(id)
    expect(order).toMatchObject({ status: 'paid', amount: '100.00', conflict: null })
    expect(await holding.atGateway(id)).toHaveLength(1)
  })

  it('Puente creates no other checkout while the gateway cannot be queried', async () => {
    const id = await paidWithLostEvent()
    await setSandbox(world, 'faults', {
      next: [{ on: 'GET /v1/payments/{id}', fault: 'error_503', times: 3 }],
    })
    const answer = await holding.checkout(id, { amount: '120.00' })
    expect(answer).toMatchObject({ status: 502, body: { retry: 'retry' } })
    await setSandbox(world, 'faults', { next: [] })
    const again = await holding.checkout(id, { amount: '120.00' })
    expect(again).toMatchObject({ status: 409, body: { code: 'order_already_paid' } })
    expect(await holding.atGateway(id)).toHaveLength(1)
  })

  it('Puente makes no other charge while the gateway cannot be queried', async () => {
    const id = await paidWithLostEvent()
    const token = await holding.token()
    await setSandbox(world, 'faults', {
      next: [{ on: 'GET /v1/payments/{id}', fault: 'error_503', times: 3 }],
    })
    const answer = await holding.confirm(id, token)
    expect(answer).toMatchObject({ status: 409, body: { code: 'charge_unresolved' } })
    await setSandbox(world, 'faults', { next: [] })
    expect((await holding.confirm(id, token)).body.order.status).toBe('paid')
    expect(await holding.atGateway(id)).toHaveLength(1)
  })

  it('Puente notices the payment before the merchant cancels the order', async () => {
    const id = await paidWithLostEvent()
    const cancel = () => world.api('POST', `/v1/orders/${id}/cancel`)
    await setSandbox(world, 'faults', {
      next: [{ on: 'GET /v1/payments/{id}', fault: 'error_503', times: 3 }],
    })
    expect(await cancel()).toMatchObject({
      status: 502,
      body: { code: 'gateway_unreachable', retry: 'retry' },
    })
    expect((await holding.read(id)).order.status).toBe('awaiting_payment')
    await setSandbox(world, 'faults', { next: [] })
    expect((await cancel()).body.code).toBe('order_already_paid')
    expect((await holding.read(id)).order).toMatchObject({ status: 'paid', conflict: null })
  })
})

describe('a passed challenge whose event is late', () => {
  const passedWithLostEvent = async () => {
    const { id } = await holding.open()
    const sent = await holding.confirm(id, await holding.token(CHALLENGE_CARD))
    await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
    await passChallenge(sent.body.authentication_url)
    await setSandbox(world, 'faults', { webhooks: { drop: 0 } })
    expect((await holding.read(id)).order.status).toBe('awaiting_payment')
    return id
  }

  it.each([
    [
      'a saved card is charged',
      async (id: string) => {
        const payment_method = await holding.savedCard()
        return holding.checkout(id, {}, { payment_method })
      },
    ],
    ['another card is charged', async (id: string) => holding.confirm(id, await holding.token())],
    ['its customer is sent to the checkout once more', (id: string) => holding.checkout(id)],
  ])('Puente notices the passed challenge before %s', async (_, tryAgain) => {
    const id = await passedWithLostEvent()
    expect(await tryAgain(id)).toMatchObject({ status: 200, body: { order: { status: 'paid' } } })
    const taken = (await holding.atGateway(id)).filter(({ status }) => status === 'paid')
    expect(taken).toHaveLength(1)
  })

  it.each([
    ['at the checkout', {}],
    ['with a saved card', { payment_method: 'pm_any' }],
  ])(
    'Puente notices the passed challenge before the store changes the amount %s, so the right amount was paid',
    async (_, more) => {
      const id = await passedWithLostEvent()
      const answer = await holding.checkout(id, { amount: '120.00' }, more)
      expect(answer).toMatchObject({ status: 409, body: { code: 'order_already_paid' } })
      const { order } = await holding.read(id)
      expect(order).toMatchObject({ status: 'paid', amount: '100.00', conflict: null })
    },
  )

  it('Puente charges no other card while the gateway cannot be queried about the challenge', async () => {
    const id = await passedWithLostEvent()
    await setSandbox(world, 'faults', {
      next: [{ on: 'GET /v1/payments', fault: 'error_503', times: 3 }],
    })
    const token = await holding.token()
    expect((await holding.confirm(id, token)).body.code).toBe('charge_unresolved')
    await setSandbox(world, 'faults', { next: [] })
    expect((await holding.confirm(id, token)).body.order.status).toBe('paid')
  })

  it('a challenge that is really open blocks no other way to pay', async () => {
    const { id } = await holding.open()
    await holding.confirm(id, await holding.token(CHALLENGE_CARD))
    expect(await holding.checkout(id, { amount: '120.00' })).toMatchObject({
      status: 201,
      body: { order: { status: 'awaiting_payment', amount: '120.00' } },
    })
    expect((await holding.confirm(id, await holding.token())).body.order.status).toBe('paid')
  })
})

describe('a saved-card charge that is refused because another one is unresolved', () => {
  it('the refusal leaves the order as it is: Puente finds the first charge, and the order is paid', async () => {
    const { id } = await holding.open()
    const payment_method = await holding.savedCard()
    await setSandbox(world, 'faults', {
      webhooks: { drop: 1 },
      next: [
        { on: 'POST /embed/v1/confirm', fault: 'lost_answer' },
        { on: 'GET /v1/payments', fault: 'error_503', times: 20 },
      ],
    })
    expect((await holding.confirm(id, await holding.token())).status).toBe(502)
    const dearer = await holding.checkout(id, { amount: '120.00' }, { payment_method })
    expect(dearer.body.code).toBe('charge_unresolved')
    expect((await holding.read(id)).order.amount).toBe('100.00')
    await setSandbox(world, 'faults', { webhooks: { drop: 0 }, next: [] })
    const again = await holding.checkout(id, { amount: '120.00' }, { payment_method })
    expect(again).toMatchObject({ status: 409, body: { code: 'order_already_paid' } })
    expect((await holding.read(id)).order).toMatchObject({
      status: 'paid',
      amount: '100.00',
      conflict: null,
    })
  })
})

const TWICE: { how: string; charge(merchant: Merchant): Promise<string> }[] = [
  {
    how: 'in two tabs, one of them with an older link',
    charge: async (merchant) => {
      const { id, checkoutUrl } = await merchant.open({}, { expires_in_minutes: 1 })
      await pass(world, 45)
      const again = await merchant.checkout(id)
      await world.pay(checkoutUrl)
      await world.pay(again.body.payment.checkout_url)
      return id
    },
  },
  {
    how: 'by card fields, and by the link in another tab',
    charge: async (merchant) => {
      const { id, checkoutUrl } = await merchant.open()
      await merchant.confirm(id, await merchant.token())
      await world.pay(checkoutUrl)
      return id
    },
  },
  {
    how: 'by a saved card, and by the link that was sent before',
    charge: async (merchant) => {
      const { id, checkoutUrl } = await merchant.open()
      const charged = await merchant.checkout(
        id,
        {},
        { payment_method: await merchant.savedCard() },
      )
      expect(charged.status).toBe(201)
      await world.pay(checkoutUrl)
      return id
    },
  },
  {
    how: 'by a link, while the card fields waited for the bank',
    charge: async (merchant) => {
      const { id, checkoutUrl } = await merchant.open()
      const sent = await merchant.confirm(id, await merchant.token(CHALLENGE_CARD))
      await world.pay(checkoutUrl)
      await passChallenge(sent.body.authentication_url)
      return id
    },
  },
]

describe.each(TWICE)('an order that is charged twice, $how', ({ charge }) => {
  it('the order is sold once and held for the merchant, who finds both charges', async () => {
    const id = await charge(holding)
    const now = await holding.readWhen(id, ({ order }) => order.conflict === 'paid_twice')
    expect(now.order.status).toBe('paid')
    // In the same second, the lower attempt is effective.
    const told = () => holding.notifications(id).filter((type) => type !== 'order.updated')
    await eventually(async () => told().length === 2)
    expect(told().toSorted()).toEqual(['order.attention_required', 'order.paid'])
    expect(await holding.keptAtGateway(id)).toBe(200)

    const charged = now.payments.filter(({ state }: Json) => state === 'paid')
    expect(charged).toHaveLength(2)
    const [problem] = await holding.alertsOf(id)
    expect(problem.kind).toBe('order_paid_twice')
    const byId = (one: Json, other: Json) => one.id.localeCompare(other.id)
    expect(problem.details.payments.toSorted(byId)).toMatchObject(
      charged
        .map(({ id, paid_at, transaction_id }: Json) => ({
          id,
          paid_at,
          transaction_id,
          amount: '100.00',
          currency: 'HNL',
          is_effective: id === now.order.effective_payment_id,
        }))
        .toSorted(byId),
    )
    for (const { id: payment_id, transaction_id } of charged) {
      const receipt = await world.api('GET', `/v1/orders/${id}/receipt?payment_id=${payment_id}`)
      expect(receipt.body.transaction_id).toBe(transaction_id)
      const pdf = await world.api('GET', `/v1/orders/${id}/receipt.pdf?payment_id=${payment_id}`)
      expect(pdf.headers.get('content-type')).toBe('application/pdf')
    }
    const foreign = await world.api('GET', `/v1/orders/${id}/receipt?payment_id=pay_nobodys`)
    expect(foreign.status).toBe(404)
    const answer = await holding.refundInFull(id, { payment_id: charged[0].id })
    expect(answer).toMatchObject({
      status: 201,
      body: { order: { status: 'paid', conflict: null }, refund: { kind: 'void' } },
    })
    expect(await holding.alertsOf(id)).toEqual([])
    expect(await holding.keptAtGateway(id)).toBe(100)
  })

  it('the order is paid once where the policy refunds automatically', async () => {
    const id = await charge(refunding)
    const now = await refunding.readWhen(id, ({ refunds }) => refunds[0]?.state === 'succeeded')
    expect(now).toMatchObject({
      order: { status: 'paid', conflict: null },
      refunds: [{ origin: 'policy', kind: 'void', amount: '100.00' }],
    })
    await settled(world)
    expect((await refunding.read(id)).refunds).toHaveLength(1)
    expect(await refunding.keptAtGateway(id)).toBe(100)
    expect(refunding.notifications(id).filter((type) => type === 'order.paid')).toHaveLength(1)
    expect(await refunding.alertsOf(id)).toEqual([])
  })
})

describe('an order that the store charges twice concurrently', () => {
  const byToken = async (id: string) => {
    const token = await holding.token()
    return () => holding.confirm(id, token)
  }
  const bySavedCard = async (id: string) => {
    const payment_method = await holding.savedCard()
    return () => holding.checkout(id, {}, { payment_method })
  }

  it.each([
    ['by two tokens of one double click', byToken, byToken],
    ['by two saved cards', bySavedCard, bySavedCard],
    ['by a token and by a saved card', byToken, bySavedCard],
  ])('an order that is charged concurrently %s is charged once', async (_, one, other) => {
    const { id } = await holding.open()
    const charges = [await one(id), await other(id), await one(id), await other(id)]
    const answers = await Promise.all(charges.map((charge) => charge()))
    for (const { status } of answers) expect([200, 201, 409]).toContain(status)
    await holding.readWhen(id, ({ order }) => order.status === 'paid')
    await settled(world)
    expect((await holding.read(id)).order.conflict).toBeNull()
    expect(await holding.keptAtGateway(id)).toBe(100)
    expect(holding.notifications(id)).toEqual(['order.paid'])
  })
})

const UNFIT: {
  how: string
  conflict: string
  charge(merchant: Merchant): Promise<string>
}[] = [
  {
    how: 'by an old link, after the order had grown',
    conflict: 'paid_other_amount',
    charge: async (merchant) => {
      const { id, payUrl, checkoutUrl } = await merchant.open()
      const grown = await merchant.checkout(id, { amount: '150.00' })
      // Only a gateway page that is still open can pay it.
      const opened = await fetch(payUrl, { redirect: 'manual' })
      expect(opened.headers.get('location')).toBe(grown.body.payment.checkout_url)
      await world.pay(checkoutUrl)
      return id
    },
  },
  {
    how: 'by an old link, in another currency',
    conflict: 'paid_other_amount',
    charge: async (merchant) => {
      const { id, checkoutUrl } = await merchant.open()
      await merchant.checkout(id, { currency: 'USD' })
      await world.pay(checkoutUrl)
      return id
    },
  },
  {
    how: 'after its shop had cancelled it',
    conflict: 'paid_after_cancellation',
    charge: async (merchant) => {
      const { id, checkoutUrl } = await merchant.open()
      await merchant.cancel(id)
      await world.pay(checkoutUrl)
      return id
    },
  },
]

describe.each(UNFIT)('an order that is charged $how', ({ charge, conflict }) => {
  it('the order is held, not sold, and the money stays until the merchant decides', async () => {
    const id = await charge(holding)
    const now = await holding.readWhen(id, ({ order }) => order.status === 'on_hold')
    expect(now.order.conflict).toBe(conflict)
    await eventually(async () => holding.notifications(id).length === 1)
    expect(holding.notifications(id)).toEqual(['order.attention_required'])
    expect(await holding.alertsOf(id)).toMatchObject([{ kind: `order_${conflict}` }])
    expect(await holding.keptAtGateway(id)).toBe(100)
    const { amount, currency } = now.order
    expect(await holding.checkout(id, { amount, currency })).toMatchObject({ status: 409 })
    expect((await holding.refundInFull(id)).status).toBe(201)
    expect(await holding.keptAtGateway(id)).toBe(0)
    expect(await holding.alertsOf(id)).toEqual([])
  })

  it('the customer gets all of it back where the policy refunds automatically', async () => {
    const id = await charge(refunding)
    const now = await refunding.readWhen(id, ({ order }) => order.status === 'voided')
    expect(now.refunds).toMatchObject([{ origin: 'policy', kind: 'void', amount: '100.00' }])
    expect(await refunding.keptAtGateway(id)).toBe(0)
    await eventually(async () => refunding.notifications(id).includes('order.voided'))
    expect(refunding.notifications(id)).not.toContain('order.paid')
    expect(await refunding.alertsOf(id)).toEqual([])
  })
})

describe('a policy that refunds automatically', () => {
  it('a charge that is settled by the time its event arrives is refunded', async () => {
    const { id, checkoutUrl } = await refunding.open()
    await refunding.cancel(id)
    const fault = { on: 'payment.approved', fault: 'delay', delay_seconds: 2 * DAY_SECONDS }
    await setSandbox(world, 'faults', { next: [fault] })
    await world.pay(checkoutUrl)
    await pass(world, 3 * DAY_SECONDS)
    const now = await refunding.readWhen(id, ({ order }) => order.status === 'refunded')
    expect(now.refunds).toMatchObject([{ origin: 'policy', kind: 'refund', amount: '100.00' }])
    expect(await refunding.keptAtGateway(id)).toBe(0)
  })
})

describe('two stores of one gateway account', () => {
  it('each store acts on its own orders, and acknowledges the other’s events without effect', async () => {
    const { id } = await holding.paid()
    await settled(world)
    const { query } = world.puente.ctx.db
    const events = await query
      .selectFrom('events')
      .select(['store_id', 'outcome', 'body'])
      .where('state', '=', 'handled')
      .execute()
    const about = events
      .map(({ body, ...event }) => ({ ...event, told: JSON.parse(body.toString()) as Json }))
      .filter(({ told }) => told.data.external_reference === id)
      .map(({ store_id, outcome }) => `${store_id}: ${outcome}`)
    expect(about.toSorted()).toEqual(['devuelve: foreign', 'tienda: applied'])
    expect((await refunding.read(id)).code).toBe('not_found')
    expect(await refunding.refundInFull(id)).toMatchObject({ status: 404 })
  })
})
