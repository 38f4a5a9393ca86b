import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { erasePeopleOfOrders } from '../../src/db/privacy/personal-data.ts'
import { OrderId } from '../../src/domain/ids.ts'
import type { GatewayFault } from '../support/gateway-proxy.ts'
import { callGateway, merchantOf, pass, setSandbox } from '../support/merchant.ts'
import { personWith, startOperatorApi } from '../support/operator.ts'
import { settled } from '../support/settled.ts'
import { useStarted, useWorldBehindProxy } from '../support/use-world.ts'
import { CARDS, cardOf, type Json } from '../support/world.ts'

const { world, proxy } = useWorldBehindProxy()
const operator = useStarted(() => startOperatorApi(world))
const clerk = personWith('oscar', { main: 'operator' })
const merchant = merchantOf(world, { prefix: 'L' })
afterEach(() => proxy.calm())

let people = 0
/** A customer with a saved card; returns the id of their order. */
const customerWithCard = async (card: string = CARDS.approved) => {
  const identity = `0801-1985-${String(++people).padStart(5, '0')}`
  const order = `L-card-${people}`
  await merchant.checkout(order, { customer: { name: 'Marta Rivas', identity_number: identity } })
  await saveCard(identity, card)
  const id = await newestOf(identity)
  const [method = ''] = await cardsOf(id)
  return { id, identity, method }
}

const saveCard = async (identity: string, card: string): Promise<void> => {
  const created = await callGateway(world, 'POST', '/v1/payments', {
    amount: 1,
    external_reference: identity,
    name: 'First purchase',
    customer: { identity_number: identity },
  })
  await world.control('/sandbox/pay', {
    payment_id: created.id,
    card: cardOf(card),
    save_card: true,
  })
}

const cardsOf = async (id: string): Promise<string[]> => {
  const { body } = await operator.call(clerk, 'GET', `/operator/v1/customers/${id}/saved-cards`)
  return body.data.map((card: Json) => card.id)
}

const erase = (id: string): Promise<void> => {
  const { db, clock } = world.puente.ctx
  return db.query
    .transaction()
    .execute((trx) => erasePeopleOfOrders(trx, { orderIds: [OrderId.parse(id)], now: clock.now() }))
}

const newestOf = async (identity: string): Promise<string> => {
  const found = `/operator/v1/customers?search=${identity}`
  return (await operator.call(clerk, 'GET', found)).body.data[0].id
}

const charge = (
  { id, method }: { id: string; method: string },
  { key = crypto.randomUUID() as string, ...body }: Json = {},
) =>
  operator.call(clerk, 'POST', `/operator/v1/customers/${id}/charges`, {
    headers: { 'idempotency-key': key },
    body: { payment_method: method, amount: '80.00', currency: 'HNL', ...body },
  })

/** Returns the customer's charges at the gateway, without the one that saved the card. */
const charged = async (identity: string): Promise<Json[]> => {
  const { rows } = await world.puente.ctx.db.pool.query(
    `SELECT external_id FROM orders WHERE source = 'request' AND customer ->> 'identity_number' = $1`,
    [identity],
  )
  const lists = rows.map(({ external_id: id }) => merchant.atGateway(id))
  return (await Promise.all(lists)).flat()
}

const isKeyReused = ({ status, body }: { status: number; body: Json }): void =>
  expect([status, body.code]).toEqual([409, 'idempotency_key_reused'])

const chargeRoute = (method: string) => `POST /v1/payment-methods/${method}/charge`

describe('a charge whose answer was lost', () => {
  it('a charge repeated from the page of its own order charges once', async () => {
    const customer = await customerWithCard()
    const key = crypto.randomUUID()
    expect((await charge(customer, { key })).status).toBe(201)
    const id = await newestOf(customer.identity)
    expect(id).not.toBe(customer.id)
    const again = await charge({ ...customer, id }, { key })
    expect([again.status, again.body.order.status]).toEqual([200, 'paid'])
    expect(await charged(customer.identity)).toHaveLength(1)
  })

  it.each([
    ['by the order of the charge', newestOf],
    ['by the order that was erased', undefined],
  ])(
    'a repeated charge charges once even if the first order of the customer was erased since, %s',
    async (_, newest) => {
      const customer = await customerWithCard()
      const key = crypto.randomUUID()
      const first = await charge(customer, { key })
      expect(first.status).toBe(201)
      await erase(customer.id)
      const id = newest ? await newest(customer.identity) : customer.id
      const again = await charge({ ...customer, id }, { key })
      expect([again.status, again.body.order?.id]).toEqual([200, first.body.order.id])
      expect(await charged(customer.identity)).toHaveLength(1)
    },
  )

  it('a repeated charge is answered even if all orders of the customer were erased; a new one is refused', async () => {
    const customer = await customerWithCard()
    const key = crypto.randomUUID()
    const first = await charge(customer, { key })
    await erase(customer.id)
    await erase(await newestOf(customer.identity))
    const again = await charge(customer, { key })
    expect([again.status, again.body.order?.id]).toEqual([200, first.body.order.id])
    expect((await charge(customer)).status).toBe(404)
    expect(await merchant.atGateway(first.body.order.id)).toHaveLength(1)
  })

  it('a repeated charge is answered even if the card was revoked since', async () => {
    const customer = await customerWithCard()
    const key = crypto.randomUUID()
    expect((await charge(customer, { key })).status).toBe(201)
    const path = `/operator/v1/customers/${customer.id}/saved-cards/revoke`
    const body = { payment_method: customer.method }
    expect((await operator.call(clerk, 'POST', path, { body })).status).toBe(200)
    expect((await charge(customer, { key })).status).toBe(200)
    expect((await charge(customer)).status).toBe(404)
    expect(await charged(customer.identity)).toHaveLength(1)
  })

  it.each<[string, GatewayFault]>([
    ['the connection is cut after the work', { kind: 'lost' }],
    ['the gateway answers 500 after the work', { kind: 'error-after', status: 500 }],
  ])('a charge is found, and made once, when %s', async (_, fault) => {
    const customer = await customerWithCard()
    proxy.next(chargeRoute(customer.method), fault)
    const key = crypto.randomUUID()
    expect((await charge(customer, { key })).body.order?.status).toBe('paid')
    expect((await charge(customer, { key })).status).toBe(200)
    expect(await charged(customer.identity)).toHaveLength(1)
  })

  it('a charge is not repeated before its outcome is known', async () => {
    const customer = await customerWithCard()
    await setSandbox(world, 'profile', { new_payments_in_list: 'after_five_minutes' })
    await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
    proxy.next(chargeRoute(customer.method), { kind: 'lost' })
    const key = crypto.randomUUID()
    expect((await charge(customer, { key })).status).toBe(502)
    expect((await charge(customer, { key })).body.code).toBe('charge_unresolved')
    await pass(world, 6 * 60)
    expect((await charge(customer, { key })).body.order.status).toBe('paid')
    await setSandbox(world, 'profile', { new_payments_in_list: 'at_once' })
    await setSandbox(world, 'faults', { webhooks: { drop: 0 } })
    expect(await charged(customer.identity)).toHaveLength(1)
  })
})

describe('a repeated charge', () => {
  it.each([
    ['amount', { amount: '90.00' }],
    ['currency', { currency: 'USD' }],
    ['description', { description: 'Otra cosa' }],
  ])(
    'a repeated charge with another %s is refused, and the first charge stays',
    async (_, other) => {
      const customer = await customerWithCard()
      const key = crypto.randomUUID()
      expect((await charge(customer, { key })).status).toBe(201)
      isKeyReused(await charge(customer, { key, ...other }))
      expect(await charged(customer.identity)).toMatchObject([{ total: 80 }])
    },
  )

  it('a repeated charge with another card is refused, and that card is not charged', async () => {
    const customer = await customerWithCard()
    await saveCard(customer.identity, '4000000000000341')
    const other = (await cardsOf(customer.id)).find((method) => method !== customer.method)
    const key = crypto.randomUUID()
    expect((await charge(customer, { key })).status).toBe(201)
    isKeyReused(await charge({ ...customer, method: other ?? '' }, { key }))
    expect(await charged(customer.identity)).toHaveLength(1)
  })

  it('a repeated charge of another customer is refused, and that customer is not charged', async () => {
    const [customer, other] = [await customerWithCard(), await customerWithCard()]
    const key = crypto.randomUUID()
    expect((await charge(customer, { key })).status).toBe(201)
    isKeyReused(await charge(other, { key }))
    expect(await charged(other.identity)).toEqual([])
  })

  it('of two customers charged at once with one key, one is charged and the other refused', async () => {
    const customers = [await customerWithCard(), await customerWithCard()]
    const key = crypto.randomUUID()
    const answers = await Promise.all(customers.map((customer) => charge(customer, { key })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    for (const answer of answers) if (answer.status !== 201) isKeyReused(answer)
    const charges = await Promise.all(customers.map(({ identity }) => charged(identity)))
    expect(charges.flat()).toHaveLength(1)
  })

  it('a payment request with the key of a charge is a request of its own', async () => {
    const customer = await customerWithCard()
    const key = crypto.randomUUID()
    expect((await charge(customer, { key })).status).toBe(201)
    const made = await operator.call(clerk, 'POST', '/operator/v1/stores/tienda/payment-requests', {
      headers: { 'idempotency-key': key },
      body: { amount: '80.00', currency: 'HNL' },
    })
    expect([made.status, made.body.state]).toEqual([201, 'open'])
  })

  it('a repeated charge answers the decline again, and a new charge tries the card again', async () => {
    const customer = await customerWithCard('4000000000000341')
    const key = crypto.randomUUID()
    expect((await charge(customer, { key })).status).toBe(402)
    expect((await charge(customer, { key })).status).toBe(402)
    expect(await charged(customer.identity)).toHaveLength(1)
    expect((await charge(customer)).status).toBe(402)
    expect(await charged(customer.identity)).toHaveLength(2)
  })
})

describe('a declined charge', () => {
  it('the pay link of a declined charge leads to a checkout, which pays the order', async () => {
    const customer = await customerWithCard('4000000000000341')
    const key = crypto.randomUUID()
    expect((await charge(customer, { key })).status).toBe(402)
    const [request] = (await world.api('GET', '/v1/payment-requests?limit=1')).body.data
    const link = await fetch(request.pay_url, { redirect: 'manual' })
    await world.pay(link.headers.get('location') ?? '')
    await merchant.readWhen(request.id, ({ order }) => order.status === 'paid')
    expect((await charge(customer, { key })).body.order?.status).toBe('paid')
    const charges = await charged(customer.identity)
    expect(charges.filter(({ status }) => status === 'paid')).toHaveLength(1)
  })
})

describe('a charge whose currency the account lacks', () => {
  it('leaves no open payment request, and its key works once the account accepts the currency', async () => {
    const { currencies } = await world.control('/sandbox/profile')
    const customer = await customerWithCard()
    const inEuros = { key: crypto.randomUUID(), currency: 'EUR' }
    const refused = await charge(customer, inEuros)
    expect(refused.status).toBe(422)
    const statesOf = async () => {
      const { body } = await world.api('GET', '/v1/payment-requests?limit=100')
      return body.data
        .filter((each: Json) => each.currency === 'EUR')
        .map(({ state }: Json) => state)
    }
    expect(await statesOf()).toEqual(['refused'])
    expect((await charge(customer, { ...inEuros, amount: '90.00' })).status).toBe(409)
    expect(await statesOf()).toEqual(['refused'])

    await setSandbox(world, 'profile', { currencies: [...currencies, '978'] })
    const again = await charge(customer, inEuros)
    await setSandbox(world, 'profile', { currencies })
    expect([again.status, again.body.order.status]).toEqual([201, 'paid'])
    expect(await statesOf()).toEqual(['paid'])
    expect(await charged(customer.identity)).toHaveLength(1)
  })
})

describe('an account without saved cards', () => {
  const off = JSON.stringify({
    code: 'tokenized_charge_disabled',
    errors: { payment_method_id: ['no'] },
  })
  const fault: GatewayFault = { kind: 'answer', status: 422, body: off }

  it('an account without saved cards refuses the list and the charge, and opens no alert', async () => {
    const customer = await customerWithCard()
    proxy.always(fault)
    const path = `/operator/v1/customers/${customer.id}/saved-cards`
    const listed = await operator.call(clerk, 'GET', path)
    expect([listed.status, listed.body.code]).toEqual([409, 'saved_cards_disabled'])
    const refused = await charge(customer)
    expect([refused.status, refused.body.code]).toEqual([409, 'saved_cards_disabled'])
    proxy.calm()
    const { data } = (await world.api('GET', '/v1/alerts')).body
    expect(data.filter(({ kind }: Json) => kind === 'saved_cards_disabled')).toEqual([])
  })
})

describe('a gateway that does not answer', () => {
  it('while the gateway does not answer, cards are not listed or charged, and the error is retryable', async () => {
    const customer = await customerWithCard()
    proxy.always({ kind: 'cut' })
    const path = `/operator/v1/customers/${customer.id}/saved-cards`
    const listed = await operator.call(clerk, 'GET', path)
    const refused = await charge(customer)
    proxy.calm()
    expect([listed.status, refused.status]).toEqual([502, 502])
    expect([listed.body.retry, refused.body.retry]).toEqual(['retry', 'retry'])
    expect(await charged(customer.identity)).toEqual([])
  })
})

describe('a frozen store', () => {
  let customer: Awaited<ReturnType<typeof customerWithCard>>
  beforeAll(async () => {
    customer = await customerWithCard()
    await settled(world)
  })

  it('a frozen store charges no card', async () => {
    const owner = personWith('olga', { main: 'owner' })
    const set = (what: 'freeze' | 'unfreeze') =>
      operator.call(owner, 'POST', `/operator/v1/stores/tienda/${what}`, {
        body: { why: 'A stolen key' },
      })
    expect((await set('freeze')).status).toBe(200)
    const refused = await charge(customer)
    expect([refused.status, refused.body.code]).toEqual([409, 'store_frozen'])
    expect((await set('unfreeze')).status).toBe(200)
    expect(await charged(customer.identity)).toEqual([])
  })
})

describe('a disabled store', () => {
  it('no person charges a saved card of its customers, and a repetition shows the earlier charge', async () => {
    const owner = personWith('olga', { main: 'owner' })
    const customer = await customerWithCard()
    const key = crypto.randomUUID()
    expect((await charge(customer, { key })).status).toBe(201)
    const set = (what: 'disable' | 'enable') =>
      operator.call(owner, 'POST', `/operator/v1/stores/tienda/${what}`)
    expect((await set('disable')).status).toBe(200)
    const refused = await charge(customer)
    const again = await charge(customer, { key })
    expect((await set('enable')).status).toBe(200)
    expect([refused.status, refused.body.code]).toEqual([403, 'store_disabled'])
    expect([again.status, again.body.order.status]).toEqual([200, 'paid'])
    expect(await charged(customer.identity)).toHaveLength(1)
  })
})
