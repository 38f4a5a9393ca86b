import { describe, expect, it } from 'vitest'
import { callGateway, pass, setSandbox } from '../support/merchant.ts'
import { settled } from '../support/settled.ts'
import { useWooShop } from '../support/use-woo-shop.ts'
import { CARDS, cardOf, eventually } from '../support/world.ts'

const { world, newOrder, statusOf, pay, paid, orderAtPuente } = useWooShop()

describe('a customer of a WooCommerce store', () => {
  it('the customer pays at the checkout, and the order gets the gateway’s transaction', async () => {
    const id = newOrder({ total: '119.95' })
    const checkout = await world.plugin('POST', '/v1/woocommerce/checkouts', world.payRequest(id))
    expect(checkout).toMatchObject({
      status: 200,
      body: { result: 'redirect', url: expect.stringContaining(`${world.url}/pay/`) },
    })
    const link = await fetch(checkout.body.url, { redirect: 'manual' })
    const { transaction_id } = await world.pay(link.headers.get('location') ?? '')
    await eventually(async () => statusOf(id) === 'processing')
    expect(world.woo.order(id)).toMatchObject({ transaction_id })
  })

  it('the pay page is in the language of the store’s page', async () => {
    const buy = (headers: Record<string, string>) =>
      world.plugin(
        'POST',
        '/v1/woocommerce/checkouts',
        world.payRequest(newOrder({ total: '119.95' })),
        { headers },
      )
    const pageOf = async (url: string) => (await fetch(`${url}/return?cancelled=1`)).text()
    const english = await buy({ 'accept-language': 'en' })
    expect(await pageOf(english.body.url)).toContain('<html lang="en"')
    const stores = await buy({})
    expect(await pageOf(stores.body.url)).toContain('<html lang="es"')
  })

  it('an order without shipping is completed immediately', async () => {
    expect(statusOf(await paid({ isVirtual: true }))).toBe('completed')
  })

  it('an order with another plugin’s odd fields can be paid', async () => {
    const id = newOrder({ total: '119.95' })
    const { order, ...request } = world.payRequest(id) as { order: object }
    const line_items = [{ name: 'Caf&eacute;', quantity: '1.5' }, { quantity: null }, 'Miel']
    const odd = { ...request, order: { ...order, line_items, billing: [], customer_note: {} } }
    const checkout = await world.plugin('POST', '/v1/woocommerce/checkouts', odd)
    expect(checkout).toMatchObject({ status: 200, body: { result: 'redirect' } })
    const link = await fetch(checkout.body.url, { redirect: 'manual' })
    await world.pay(link.headers.get('location') ?? '')
    await eventually(async () => statusOf(id) === 'processing')
    const { order: known } = await orderAtPuente(id)
    expect(known).toMatchObject({ description: '1.5 × Café', amount: '119.95' })
  })

  it('a customer who clicks several times gets one payment', async () => {
    const id = newOrder()
    const request = world.payRequest(id)
    const answers = await Promise.all(
      [1, 2, 3].map(() => world.plugin('POST', '/v1/woocommerce/checkouts', request)),
    )
    expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1)
    const { payments } = await orderAtPuente(id)
    expect(payments).toHaveLength(1)
  })

  it('the link of an order that a new cart replaced leads nowhere', async () => {
    const [old, next] = [newOrder(), newOrder({ total: '80.00' })]
    const before = await world.plugin('POST', '/v1/woocommerce/checkouts', world.payRequest(old))
    const more = { abandons: [old] }
    const request = world.payRequest(next, undefined, more)
    await world.plugin('POST', '/v1/woocommerce/checkouts', request)
    expect((await fetch(before.body.url, { redirect: 'manual' })).status).toBe(410)
    const again = await world.plugin('POST', '/v1/woocommerce/checkouts', world.payRequest(old))
    expect(again.body).toMatchObject({ result: 'redirect' })
    expect((await fetch(again.body.url, { redirect: 'manual' })).status).toBe(303)
  })

  it('the link of an order that was paid in another way leads nowhere, and opens again when the customer returns', async () => {
    const old = newOrder()
    const request = world.payRequest(old)
    const before = await world.plugin('POST', '/v1/woocommerce/checkouts', request)
    const closing = { orders: [old, old + 1_000] }
    const closed = await world.plugin('POST', '/v1/woocommerce/abandoned-orders', closing)
    expect(closed).toMatchObject({ status: 200, body: { closed: 1 } })
    expect((await fetch(before.body.url, { redirect: 'manual' })).status).toBe(410)
    const again = await world.plugin('POST', '/v1/woocommerce/checkouts', request)
    expect((await fetch(again.body.url, { redirect: 'manual' })).status).toBe(303)
  })

  it('a declined card leaves the order pending, with a note', async () => {
    const id = newOrder()
    await pay(id, CARDS.declined)
    await eventually(async () => world.woo.order(id).notes.length > 0)
    expect(statusOf(id)).toBe('pending')
    await pay(id)
    await eventually(async () => statusOf(id) === 'processing')
  })

  it('a customer can pay with a saved card, and not with a revoked one', async () => {
    const id = newOrder({ customer_id: 1 })
    const { body: made } = await payWithFields(id, { save_card: true })
    expect(made.result).toBe('paid')
    await eventually(async () => world.woo.plugin.tokens.length === 1)
    const [token] = world.woo.plugin.tokens
    expect(token).toMatchObject({ customerId: 1, card: { last_four: '1111' } })

    const way = { type: 'saved_card', payment_method_id: token?.card.id }
    const next = newOrder({ customer_id: 1 })
    const answer = await world.plugin(
      'POST',
      '/v1/woocommerce/checkouts',
      world.payRequest(next, way),
    )
    expect(answer).toMatchObject({ status: 200, body: { result: 'paid' } })
    await eventually(async () => statusOf(next) === 'processing')
    // WooCommerce's e-mail about the payment names the card.
    const cardMetaOf = (order: number) =>
      world.woo.order(order).meta_data.find(({ key }) => key === '_puente_card')?.value
    expect(JSON.parse(String(cardMetaOf(next)))).toEqual({ brand: 'visa', last_four: '1111' })
    expect(cardMetaOf(id)).toBeUndefined()

    const revoked = await world.plugin('DELETE', `/v1/saved-cards/${token?.card.id}`)
    expect(revoked.status).toBe(200)
    const last = world.payRequest(newOrder({ customer_id: 1 }), way)
    const refused = await world.plugin('POST', '/v1/woocommerce/checkouts', last)
    expect(refused).toMatchObject({ status: 422, body: { code: 'no_such_saved_card' } })
  })

  it('a customer who enters another customer’s name does not get that customer’s card, and the reverse', async () => {
    world.woo.plugin.customers.add(2)
    const before = world.woo.plugin.tokens.length
    const [own, theft] = [newOrder({ customer_id: 1 }), newOrder({ customer_id: 2 })]
    await payWithFields(theft, { save_card: false })
    await world.plugin(
      'POST',
      '/v1/woocommerce/checkouts',
      world.payRequest(newOrder({ customer_id: 2 }), {
        type: 'card_fields',
        payment_token: 'tok_of_nothing',
        save_card: true,
      }),
    )
    await payWithFields(own, { save_card: true })
    await pass(world, 30)
    await settled(world)
    await pass(world, 10 * 60)
    await settled(world)
    expect(world.woo.plugin.tokens.slice(before)).toEqual([])
  })

  it('a saved card that only one customer can have made goes to that customer', async () => {
    await pass(world, 60 * 60)
    const before = world.woo.plugin.tokens.length
    await payWithFields(newOrder({ customer_id: 2 }), { save_card: true })
    await pass(world, 30)
    await eventually(async () => world.woo.plugin.tokens.length > before)
    expect(world.woo.plugin.tokens.slice(before)).toMatchObject([{ customerId: 2 }])
  })
})

const payWithFields = async (id: number, more: object = {}, card: string = CARDS.approved) => {
  const token = await world.control('/sandbox/tokens', {
    publishable_key: 'pk_test_sandbox',
    card: cardOf(card),
    customer: { email: 'ana@example.com' },
    ...('save_card' in more ? { save_card: true } : {}),
  })
  const way = { type: 'card_fields', payment_token: token.payment_token, ...more }
  return world.plugin('POST', '/v1/woocommerce/checkouts', world.payRequest(id, way))
}

describe('card fields on the page of the store', () => {
  it('the fields charge the card, and a decline has a sentence for the customer', async () => {
    const id = newOrder()
    expect(await payWithFields(id, {}, CARDS.declined)).toMatchObject({
      status: 402,
      body: { code: 'card_declined', customer_message: expect.any(String) },
    })
    expect(await payWithFields(id)).toMatchObject({ status: 200, body: { result: 'paid' } })
    await eventually(async () => statusOf(id) === 'processing')
  })

  it('the outcome of a charge without an answer can be polled, and no second payment is made', async () => {
    const id = newOrder()
    const findOut = () => {
      const asked = world.payRequest(id, { type: 'find_out' })
      return world.plugin('POST', '/v1/woocommerce/checkouts', asked)
    }
    // The charge request may still be in flight.
    expect(await findOut()).toMatchObject({ status: 409, body: { code: 'no_charge_known' } })
    await setSandbox(world, 'faults', {
      webhooks: { drop: 1 },
      next: [
        { on: 'POST /embed/v1/confirm', fault: 'lost_answer', times: 1 },
        { on: 'GET /v1/payments', fault: 'error_503', times: 20 },
      ],
    })
    expect((await payWithFields(id)).body.result).not.toBe('paid')
    expect(await findOut()).toMatchObject({ status: 409, body: { code: 'charge_unresolved' } })
    await setSandbox(world, 'faults', { webhooks: { drop: 0 }, next: [] })
    await eventually(async () => (await findOut()).body.result === 'paid')
    const path = `/v1/payments?external_reference=${id}`
    expect((await callGateway(world, 'GET', path)).data).toHaveLength(1)
  })

  it('a challenge leads to the bank, and the order is paid once the bank confirms', async () => {
    const id = newOrder()
    const { status, body } = await payWithFields(id, {}, '4000000000003220')
    expect([status, body.result]).toEqual([200, 'redirect'])
    const { payment } = await orderAtPuente(id)
    expect(payment.state).toBe('authenticating')
    const { rows } = await world.puente.ctx.db.pool.query(
      'SELECT charge_id FROM payments WHERE id = $1',
      [payment.id],
    )
    await world.control(`/sandbox/challenges/${rows[0].charge_id}`, { outcome: 'authenticated' })
    await eventually(async () => statusOf(id) === 'processing')
  })
})
