import { afterEach, beforeAll, describe, expect, it } from 'vitest'
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
  const id = await newestOf(identity)
  const { body } = await operator.call(clerk, 'GET', `/operator/v1/customers/${id}/saved-cards`)
  return { id, identity, method: body.data[0].id as string }
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

/** Charges of the customer at the gateway, besides the one that saved the card. */
const charged = async (identity: string): Promise<Json[]> => {
  const { rows } = await world.puente.ctx.db.pool.query(
    `SELECT external_id FROM orders WHERE source = 'request' AND customer ->> 'identity_number' = $1`,
    [identity],
  )
  const lists = rows.map(({ external_id: id }) => merchant.atGateway(id))
  return (await Promise.all(lists)).flat()
}

const chargeRoute = (method: string) => `POST /v1/payment-methods/${method}/charge`

describe('a charge whose answer was lost', () => {
  it('it charges once when the person finds the customer again, by the order of the charge', async () => {
    const customer = await customerWithCard()
    const key = crypto.randomUUID()
    expect((await charge(customer, { key })).status).toBe(201)
    const id = await newestOf(customer.identity)
    expect(id).not.toBe(customer.id)
    const again = await charge({ ...customer, id }, { key })
    expect([again.status, again.body.order.status]).toEqual([200, 'paid'])
    expect(await charged(customer.identity)).toHaveLength(1)
  })

  it.each<[string, GatewayFault]>([
    ['the connection is cut after the work', { kind: 'lost' }],
    ['the gateway answers 500 after the work', { kind: 'error-after', status: 500 }],
  ])('it is found, and made once, when %s', async (_, fault) => {
    const customer = await customerWithCard()
    proxy.next(chargeRoute(customer.method), fault)
    const key = crypto.randomUUID()
    expect((await charge(customer, { key })).body.order?.status).toBe('paid')
    expect((await charge(customer, { key })).status).toBe(200)
    expect(await charged(customer.identity)).toHaveLength(1)
  })

  it('nothing is sent again before its outcome is known', async () => {
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
  it('with another amount it is refused, and the first one stays', async () => {
    const customer = await customerWithCard()
    const key = crypto.randomUUID()
    expect((await charge(customer, { key })).status).toBe(201)
    const other = await charge(customer, { key, amount: '90.00' })
    expect(other.status, JSON.stringify(other.body)).toBeGreaterThanOrEqual(400)
    expect(await charged(customer.identity)).toMatchObject([{ total: 80 }])
  })

  it('a decline is answered again, and another charge of the form tries the card again', async () => {
    const customer = await customerWithCard('4000000000000341')
    const key = crypto.randomUUID()
    expect((await charge(customer, { key })).status).toBe(402)
    expect((await charge(customer, { key })).status).toBe(402)
    expect(await charged(customer.identity)).toHaveLength(1)
    expect((await charge(customer)).status).toBe(402)
    expect(await charged(customer.identity)).toHaveLength(2)
  })
})

describe('an account without saved cards', () => {
  const off = JSON.stringify({
    code: 'tokenized_charge_disabled',
    errors: { payment_method_id: ['no'] },
  })
  const fault: GatewayFault = { kind: 'answer', status: 422, body: off }

  it('the list and the charge say so, and looking opens no alert', async () => {
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
  it('the cards are not listed, nothing is charged, and the answer may be tried again', async () => {
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

  it('no card is charged', async () => {
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
