import { describe, expect, it } from 'vitest'
import { setSandbox } from '../support/merchant.ts'
import { useWorldBehindProxy } from '../support/use-world.ts'
import { cardOf, connectTestStore, eventually, type Json } from '../support/world.ts'

const { world, proxy } = useWorldBehindProxy((proxy) => ({
  GATEWAY_EMBED_BASE_URL: `${proxy.url}/embed/v1`,
}))

const APPROVED = '4111111111111111'
const NO_FUNDS = '4000000000009995'
const CHALLENGE = '4000000000003220'
const CONFIRM = 'POST /embed/v1/confirm'

let orders = 0
const takenOrder = async () => {
  const id = `K-${++orders}`
  await world.api('POST', '/v1/checkouts', { order: { id, amount: '60.00', currency: 'HNL' } })
  return id
}

const token = async (number = APPROVED): Promise<string> => {
  const { payment_token } = await world.control('/sandbox/tokens', {
    publishable_key: 'pk_test_sandbox',
    card: cardOf(number),
  })
  return payment_token
}

const confirm = (id: string, payment_token: string, more: Json = {}) =>
  world.api('POST', `/v1/orders/${id}/confirm`, { payment_token, ...more })
const read = async (id: string) => (await world.api('GET', `/v1/orders/${id}`)).body
const answerChallenge = (transactionId: string, outcome: string) =>
  world.control(`/sandbox/challenges/${transactionId}`, { outcome })

const paidAtGateway = async (id: string): Promise<Json[]> => {
  const response = await fetch(`${world.sandbox.url}/v1/payments?external_reference=${id}`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  })
  const { data } = (await response.json()) as { data: Json[] }
  return data.filter(({ status }) => status === 'paid')
}

describe('a card that the customer typed into the gateway’s fields', () => {
  it('a typed card pays the order immediately, for the amount of the order', async () => {
    const id = await takenOrder()
    const answer = await confirm(id, await token())
    expect(answer).toMatchObject({
      status: 200,
      body: {
        order: { status: 'paid' },
        payment: { mode: 'card_page', state: 'paid', amount: '60.00' },
        authentication_url: null,
      },
    })
    expect(JSON.stringify(answer.body)).not.toMatch(/service_commission|expected_settlement/)
    await world.shop.waitFor(({ order, type }) => order.id === id && type === 'order.paid')
  })

  it('a declined card answers its code, and the customer can try another one', async () => {
    const id = await takenOrder()
    expect(await confirm(id, await token(NO_FUNDS))).toMatchObject({
      status: 402,
      body: {
        code: 'card_declined',
        decline_code: '51',
        customer_message: expect.stringContaining('no tiene fondos'),
      },
    })
    expect((await confirm(id, await token())).body.order.status).toBe('paid')
  })

  it('a token in several concurrent requests is charged once', async () => {
    const id = await takenOrder()
    const same = await token()
    const answers = await Promise.all([1, 2, 3, 4].map(() => confirm(id, same)))
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(await paidAtGateway(id)).toHaveLength(1)
  })

  it('the charge carries the description of the store’s template', async () => {
    const { apiKey } = world
    const connect = (policy: Json) =>
      connectTestStore(world.puente, { notifyUrl: world.shop.url, apiKey, policy })
    await connect({ description_template: 'Compra {id} en {store}' })
    const id = await takenOrder()
    await confirm(id, await token())
    await connect({})
    expect(await paidAtGateway(id)).toMatchObject([
      { description: `Compra ${id} en Tienda de prueba` },
    ])
  })

  it('a used token is refused, and the customer can type the card again', async () => {
    const used = await token(NO_FUNDS)
    await confirm(await takenOrder(), used)
    expect(await confirm(await takenOrder(), used)).toMatchObject({
      status: 422,
      body: {
        code: 'token_refused',
        detail: expect.stringContaining('let the customer enter the card'),
      },
    })
  })

  it.each([
    [422, { code: 'token_already_used' }],
    [422, { errors: { token: ['usado'] } }],
    [409, { code: 'payment_token_used' }],
    [404, { code: 'token_not_found' }],
    [422, { message: 'No se puede procesar' }],
  ])(
    'a token that the gateway refuses with %i %j leads to another attempt',
    async (status, body) => {
      const id = await takenOrder()
      proxy.next(CONFIRM, { kind: 'answer', status, body: JSON.stringify(body) })
      expect(await confirm(id, await token())).toMatchObject({
        status: 422,
        body: { code: 'token_refused', retry: 'retry' },
      })
      expect((await confirm(id, await token())).body.order.status).toBe('paid')
      expect(await paidAtGateway(id)).toHaveLength(1)
    },
  )

  it('the refusal of a confirmation that a proxy repeats does not hide the first charge', async () => {
    const id = await takenOrder()
    proxy.next(CONFIRM, { kind: 'twice' })
    expect(await confirm(id, await token())).toMatchObject({
      status: 200,
      body: { order: { status: 'paid' } },
    })
    expect(await paidAtGateway(id)).toHaveLength(1)
  })

  it('a refusal for another field names that field', async () => {
    const id = await takenOrder()
    const errors = { amount: ['demasiado'] }
    proxy.next(CONFIRM, { kind: 'answer', status: 422, body: JSON.stringify({ errors }) })
    expect(await confirm(id, await token())).toMatchObject({
      status: 422,
      body: { code: 'refused_by_gateway', errors: [{ path: 'amount' }] },
    })
  })

  it('a token for an order that cannot be paid is refused with the reason', async () => {
    expect((await confirm('nobody', 'tok_1')).status).toBe(404)
    const id = await takenOrder()
    const insecure = { success_redirect_url: 'http://shop.example/' }
    expect((await confirm(id, 'tok_1', insecure)).status).toBe(422)
    await world.api('POST', `/v1/orders/${id}/cancel`)
    expect((await confirm(id, await token())).body.code).toBe('order_cancelled')
  })
})

describe('a customer who has to authenticate', () => {
  it('an event that carries only the transaction id pays the order', async ({ onTestFinished }) => {
    const normal = { charge_metadata: 'returned', new_payments_in_list: 'at_once' }
    onTestFinished(() => setSandbox(world, 'profile', normal))
    await setSandbox(world, 'profile', {
      charge_metadata: 'dropped',
      new_payments_in_list: 'after_five_minutes',
    })
    const id = await takenOrder()
    const { body } = await confirm(id, await token(CHALLENGE))
    await answerChallenge(body.payment.transaction_id, 'authenticated')
    await world.shop.waitFor(({ order, type }) => order.id === id && type === 'order.paid')
    expect(await read(id)).toMatchObject({
      order: { status: 'paid' },
      payment: { state: 'paid', transaction_id: body.payment.transaction_id },
    })
  })

  it('the customer is sent to the bank, and has paid once the bank confirms', async () => {
    const id = await takenOrder()
    const { body } = await confirm(id, await token(CHALLENGE))
    expect(body).toMatchObject({
      order: { status: 'awaiting_payment' },
      payment: { state: 'authenticating' },
      authentication_url: expect.stringContaining('signature='),
    })
    const transactionId = new URL(body.authentication_url).pathname.split('/').at(-1) ?? ''
    // A transaction id does not mean paid.
    expect(body.payment).toMatchObject({ transaction_id: transactionId, paid_at: null })
    expect((await read(id)).payment.transaction_id).toBe(transactionId)
    await answerChallenge(transactionId, 'authenticated')
    await eventually(async () => (await read(id)).order.status === 'paid')
    expect((await read(id)).payment.transaction_id).toBe(transactionId)
  })

  it('Puente does not store the authentication address', async () => {
    const id = await takenOrder()
    const { body } = await confirm(id, await token(CHALLENGE))
    const { rows } = await world.puente.ctx.db.pool.query(
      `SELECT row_to_json(payments)::text AS row FROM payments
       UNION ALL SELECT row_to_json(timeline)::text FROM timeline`,
    )
    const signature = new URL(body.authentication_url).searchParams.get('signature') ?? ''
    expect(signature).not.toBe('')
    expect(rows.some(({ row }: { row: string }) => row.includes(signature))).toBe(false)
  })

  it('a customer who fails the challenge can pay in another way', async () => {
    const id = await takenOrder()
    const { body } = await confirm(id, await token(CHALLENGE))
    await answerChallenge(
      new URL(body.authentication_url).pathname.split('/').at(-1) ?? '',
      'failed',
    )
    await eventually(async () => (await read(id)).payment.state === 'declined')
    expect((await confirm(id, await token())).body.order.status).toBe('paid')
  })

  it('a customer who leaves the challenge open and pays otherwise is charged once', async () => {
    const id = await takenOrder()
    await confirm(id, await token(CHALLENGE))
    expect((await confirm(id, await token())).body.order.status).toBe('paid')
    expect(await paidAtGateway(id)).toHaveLength(1)
  })
})

describe('a confirmation that the gateway does not answer', () => {
  it('Puente finds the charge and does not charge again', async () => {
    const id = await takenOrder()
    proxy.next(CONFIRM, { kind: 'lost' })
    expect(await confirm(id, await token())).toMatchObject({
      status: 200,
      body: { order: { status: 'paid' } },
    })
    expect(await paidAtGateway(id)).toHaveLength(1)
  })

  it.each([400, 405, 409, 410, 425, 429])(
    'Puente finds a charge that a proxy answered with %i, and does not charge again',
    async (status) => {
      const id = await takenOrder()
      proxy.next(CONFIRM, { kind: 'error-after', status })
      expect(await confirm(id, await token())).toMatchObject({
        status: 200,
        body: { order: { status: 'paid' } },
      })
      expect(await paidAtGateway(id)).toHaveLength(1)
    },
  )

  it('another card is not charged while the first outcome is unknown', async () => {
    const id = await takenOrder()
    proxy.next(CONFIRM, { kind: 'cut' })
    expect((await confirm(id, await token())).status).toBe(502)
    expect((await confirm(id, await token())).body.code).toBe('charge_unresolved')
  })
})
