import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { connectSite } from '../../adapters/woocommerce/connect/connect-site.ts'
import { findStore } from '../../src/db/stores.ts'
import { deliver, foreignEvent } from '../support/gateway-events.ts'
import { callGateway, pass, setSandbox } from '../support/merchant.ts'
import { shortly, today } from '../support/reconcile.ts'
import { settled } from '../support/settled.ts'
import { startWooWorld, WOO_STORE, type WooWorld } from '../support/woo-world.ts'
import { CARDS, cardOf, eventually, type Json } from '../support/world.ts'

let world: WooWorld
beforeAll(async () => {
  world = await startWooWorld()
})
afterEach(() => settled(world))
afterAll(() => world.close())

const newOrder = (order: Parameters<WooWorld['woo']['newOrder']>[0] = {}) =>
  world.woo.newOrder(order).id
const statusOf = (id: number) => world.woo.order(id).status
const pay = async (id: number, card: string = CARDS.approved) => {
  const checkoutUrl = await world.checkoutOf(id)
  await world.pay(checkoutUrl, card)
  return checkoutUrl
}
const paid = async (order: Parameters<WooWorld['woo']['newOrder']>[0] = {}) => {
  const id = newOrder(order)
  await pay(id)
  await eventually(async () => world.woo.order(id).date_paid_gmt !== null)
  return id
}
const rowsOf = (id: number) =>
  world.woo
    .order(id)
    .refunds.map(({ id: row, amount, meta_data }) => [
      row,
      amount,
      meta_data.find(({ key }) => key === '_puente_refund')?.value ?? null,
    ])
const refund = (id: number, row: number, amount: string, more: object = {}) =>
  world.plugin(
    'POST',
    `/v1/orders/${id}/refunds`,
    { amount, currency: 'HNL', reason: 'Roto', ...more },
    { headers: { 'idempotency-key': `woocommerce-refund-${row}` } },
  )
const takeBack = (id: number, row: number) =>
  world.plugin('POST', `/v1/orders/${id}/refunds/cancel`, {
    idempotency_key: `woocommerce-refund-${row}`,
  })
const problems = async (): Promise<string[]> => {
  const { rows } = await world.puente.ctx.db.pool.query(
    'SELECT kind FROM alerts WHERE store_id = $1 AND closed_at IS NULL ORDER BY kind',
    [WOO_STORE],
  )
  return rows.map(({ kind }) => kind)
}
const ledgerOrder = async (id: number) => (await world.plugin('GET', `/v1/orders/${id}`)).body

describe('a customer of a WooCommerce shop', () => {
  it('is sent to the checkout, pays, and the order goes on with the gateway’s transaction', async () => {
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

  it('reads the pay page in the language in which the shop was read', async () => {
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

  it('buys what need not be sent: the order is complete at once', async () => {
    expect(statusOf(await paid({ isVirtual: true }))).toBe('completed')
  })

  it('clicks twice: both are led to one payment', async () => {
    const id = newOrder()
    const request = world.payRequest(id)
    const answers = await Promise.all(
      [1, 2, 3].map(() => world.plugin('POST', '/v1/woocommerce/checkouts', request)),
    )
    expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1)
    const { payments } = await ledgerOrder(id)
    expect(payments).toHaveLength(1)
  })

  it('changes the cart and comes with a new order: the old one’s link leads nowhere', async () => {
    const [old, next] = [newOrder(), newOrder({ total: '80.00' })]
    const before = await world.plugin('POST', '/v1/woocommerce/checkouts', world.payRequest(old))
    const more = { abandons: [old] }
    const request = world.payRequest(next, undefined, more)
    await world.plugin('POST', '/v1/woocommerce/checkouts', request)
    expect((await fetch(before.body.url, { redirect: 'manual' })).status).toBe(410)
    // The customer goes back to the old order all the same.
    const again = await world.plugin('POST', '/v1/woocommerce/checkouts', world.payRequest(old))
    expect(again.body).toMatchObject({ result: 'redirect' })
    expect((await fetch(again.body.url, { redirect: 'manual' })).status).toBe(303)
  })

  it('pays a new order in another way: the old one’s link leads nowhere, and opens again for who comes back', async () => {
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

  it('is declined: the order waits, and a note says so', async () => {
    const id = newOrder()
    await pay(id, CARDS.declined)
    await eventually(async () => world.woo.order(id).notes.length > 0)
    expect(statusOf(id)).toBe('pending')
    await pay(id)
    await eventually(async () => statusOf(id) === 'processing')
  })

  it('pays with a saved card, and with one that is gone', async () => {
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

    const revoked = await world.plugin('DELETE', `/v1/saved-cards/${token?.card.id}`)
    expect(revoked.status).toBe(200)
    const last = world.payRequest(newOrder({ customer_id: 1 }), way)
    const refused = await world.plugin('POST', '/v1/woocommerce/checkouts', last)
    expect(refused).toMatchObject({ status: 422, body: { code: 'no_such_saved_card' } })
  })

  it('who types the name of somebody else is not handed that customer’s card, nor the other way', async () => {
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

  it('has a card kept that no other customer could have: it is handed to that customer alone', async () => {
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

describe('card fields on the page of the shop', () => {
  it('charge the card; a declined one is answered in words for its customer', async () => {
    const id = newOrder()
    expect(await payWithFields(id, {}, CARDS.declined)).toMatchObject({
      status: 402,
      body: { code: 'card_declined', customer_message: expect.any(String) },
    })
    expect(await payWithFields(id)).toMatchObject({ status: 200, body: { result: 'paid' } })
    await eventually(async () => statusOf(id) === 'processing')
  })

  it('whose answer was lost: whoever asks finds out, and nothing else is made that can be paid', async () => {
    const id = newOrder()
    const findOut = () => {
      const asked = world.payRequest(id, { type: 'find_out' })
      return world.plugin('POST', '/v1/woocommerce/checkouts', asked)
    }
    // The request to charge it may still be on its way.
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

  it('lead to the bank when it asks, and the order is paid when it has answered', async () => {
    const id = newOrder()
    const { status, body } = await payWithFields(id, {}, '4000000000003220')
    expect([status, body.result]).toEqual([200, 'redirect'])
    const { payment } = await ledgerOrder(id)
    expect(payment.state).toBe('authenticating')
    const { rows } = await world.puente.ctx.db.pool.query(
      'SELECT charge_id FROM payments WHERE id = $1',
      [payment.id],
    )
    await world.control(`/sandbox/challenges/${rows[0].charge_id}`, { outcome: 'authenticated' })
    await eventually(async () => statusOf(id) === 'processing')
  })
})

describe('money refunded', () => {
  it('from the order page of WooCommerce: one row, which knows ours by its key', async () => {
    const id = await paid()
    await world.control('/sandbox/settle', {})
    const row = world.woo.books.book(world.woo.order(id), { amount: '30.00', reason: 'Roto' })
    expect(await refund(id, row.id, '30.00')).toMatchObject({
      status: 201,
      body: { refund: { state: 'succeeded', kind: 'refund' } },
    })
    await settled(world)
    expect(rowsOf(id).map(([, amount]) => amount)).toEqual(['30.00'])
  })

  it('not yet: a part that waits is taken back by the key of its row, and by no other', async () => {
    const id = await paid()
    const row = world.woo.books.book(world.woo.order(id), { amount: '30.00', reason: 'Roto' })
    const asked = await refund(id, row.id, '30.00')
    expect(asked).toMatchObject({ status: 202, body: { refund: { state: 'waiting' } } })
    expect(await takeBack(newOrder(), row.id)).toMatchObject({ body: { code: 'no_such_order' } })
    expect(await takeBack(id, row.id + 1)).toMatchObject({
      status: 404,
      body: { code: 'no_such_refund' },
    })
    const cancelled = {
      status: 200,
      body: { refund: { id: asked.body.refund.id, state: 'cancelled' } },
    }
    expect(await takeBack(id, row.id)).toMatchObject(cancelled)
    expect(await takeBack(id, row.id)).toMatchObject(cancelled)
    // Of a gateway that is away, nothing was asked yet.
    await world.puente.ctx.db.pool.query("UPDATE refunds SET state = 'pending' WHERE id = $1", [
      asked.body.refund.id,
    ])
    expect(await takeBack(id, row.id)).toMatchObject(cancelled)
    const again = await refund(id, row.id, '30.00')
    expect(again).toMatchObject({ status: 409, body: { code: 'refund_withdrawn' } })
    world.woo.order(id).refunds.length = 0
    const whole = world.woo.books.book(world.woo.order(id), { amount: '100.00', reason: 'Roto' })
    expect((await refund(id, whole.id, '100.00')).status).toBe(201)
    expect(await takeBack(id, whole.id)).toMatchObject({ body: { code: 'refund_done' } })
  })

  it('from the gateway’s portal: one row, with our reference', async () => {
    const id = await paid()
    await world.control('/sandbox/settle', {})
    const { transaction_id } = world.woo.order(id)
    await world.control('/sandbox/portal/refund', { transaction_id, amount: 40 })
    await eventually(async () => rowsOf(id).length > 0)
    await world.control('/sandbox/portal/refund', { transaction_id, amount: 60 })
    await eventually(async () => statusOf(id) === 'refunded')
    await settled(world)
    const rows = rowsOf(id).toSorted(([one], [other]) => Number(one) - Number(other))
    expect(rows).toEqual([
      [expect.any(Number), '40.00', expect.stringMatching(/^ref_/)],
      [expect.any(Number), '60.00', expect.stringMatching(/^ref_/)],
    ])
  })

  it('that was made and is deleted in the order is there again soon, with a note, once', async () => {
    const id = await paid()
    await world.control('/sandbox/settle', {})
    const order = world.woo.order(id)
    const { transaction_id } = order
    await world.control('/sandbox/portal/refund', { transaction_id, amount: 40 })
    await eventually(async () => rowsOf(id).length > 0)
    await settled(world)
    const deleted = async () => {
      const [row] = order.refunds.splice(0)
      const body = { order: id, refund: row?.id }
      expect(await world.plugin('POST', '/v1/woocommerce/deleted-refunds', body)).toMatchObject({
        status: 200,
        body: { told: true },
      })
    }
    await deleted()
    await eventually(async () => rowsOf(id).length > 0)
    expect(rowsOf(id)).toEqual([[expect.any(Number), '40.00', expect.stringMatching(/^ref_/)]])
    expect(order.notes.some(({ note }) => /el dinero ya volvió al cliente/.test(note))).toBe(true)
    await settled(world)
    await deleted()
    await eventually(async () => order.notes.some(({ note }) => /otra vez/.test(note)))
    await settled(world)
    expect(rowsOf(id)).toEqual([])
    const unknown = { order: id + 1_000, refund: 1 }
    expect(await world.plugin('POST', '/v1/woocommerce/deleted-refunds', unknown)).toMatchObject({
      status: 200,
      body: { told: false },
    })
  })

  it('from both sides at once: each has its one row', async () => {
    const id = await paid()
    await world.control('/sandbox/settle', {})
    const order = world.woo.order(id)
    const { transaction_id } = order
    const rows = ['10.00', '15.00'].map((amount) => world.woo.books.book(order, { amount }))
    await Promise.all([
      world.control('/sandbox/portal/refund', { transaction_id, amount: 20 }),
      ...rows.map(async (row) => {
        await eventually(async () => (await refund(id, row.id, row.amount)).status < 300)
      }),
    ])
    await eventually(async () => rowsOf(id).length === 3)
    await settled(world)
    const amounts = rowsOf(id).map(([, amount]) => amount)
    expect(amounts.toSorted()).toEqual(['10.00', '15.00', '20.00'])
    expect((await ledgerOrder(id)).payment.refunded_amount).toBe('45.00')
  })

  it('in the portal, after Puente was away when the plugin asked: asked again, it is that refund', async () => {
    const id = await paid()
    await world.control('/sandbox/settle', {})
    const order = world.woo.order(id)
    const date_created_gmt = new Date(Date.now() - 60 * 60_000).toISOString().slice(0, 19)
    const row = world.woo.books.book(order, { amount: '30.00', date_created_gmt })
    world.woo.books.setMeta(row, [{ key: '_puente_refund_state', value: 'asked' }])
    const { transaction_id } = order
    await world.control('/sandbox/portal/refund', { transaction_id, amount: 30 })
    await eventually(async () => order.meta_data.some(({ key }) => key.endsWith('adopted_refunds')))
    expect(await refund(id, row.id, '30.00')).toMatchObject({
      status: 200,
      body: { refund: { state: 'succeeded', origin: 'portal' } },
    })
    expect(await refund(id, row.id, '20.00')).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_reused' },
    })
    await settled(world)
    expect((await ledgerOrder(id)).payment.refunded_amount).toBe('30.00')
    expect(rowsOf(id)).toHaveLength(1)
  })

  it('in the portal, minutes after Puente was away when the plugin asked: it is that refund', async () => {
    const id = await paid()
    await world.control('/sandbox/settle', {})
    const order = world.woo.order(id)
    const row = world.woo.books.book(order, { amount: '30.00' })
    world.woo.books.setMeta(row, [{ key: '_puente_refund_state', value: 'asked' }])
    const first_asked_at = world.puente.ctx.clock.now().toISOString()
    const { transaction_id } = order
    await world.control('/sandbox/portal/refund', { transaction_id, amount: 30 })
    await eventually(async () => (await ledgerOrder(id)).payment.refunded_amount === '30.00')
    expect(await refund(id, row.id, '30.00', { first_asked_at })).toMatchObject({
      status: 200,
      body: { refund: { state: 'succeeded', origin: 'portal' } },
    })
    await eventually(async () => rowsOf(id).length === 1)
    expect((await ledgerOrder(id)).payment.refunded_amount).toBe('30.00')
    // It stands for one wish; the next one is another.
    const next = world.woo.books.book(order, { amount: '30.00' })
    expect(await refund(id, next.id, '30.00', { first_asked_at })).toMatchObject({ status: 201 })
    await settled(world)
    expect((await ledgerOrder(id)).payment.refunded_amount).toBe('60.00')
    expect(rowsOf(id)).toHaveLength(2)
  })

  it('in WooCommerce by hand, without the plugin: it is on the list of problems', async () => {
    const id = await paid()
    world.woo.books.book(world.woo.order(id), { amount: '5.00', reason: 'A mano' })
    world.woo.books.touch(world.woo.order(id))
    await pass(world, 120)
    await settled(world)
    await pass(world, 15 * 60)
    await eventually(async () => (await problems()).includes('refund_outside_puente'))
  })
})

describe('the shop cancels, edits, and is told late', () => {
  it('cancelled in WooCommerce: a hint comes, and the pay link leads nowhere', async () => {
    const id = newOrder()
    const { body } = await world.plugin('POST', '/v1/woocommerce/checkouts', world.payRequest(id))
    await world.plugin('POST', '/v1/woocommerce/connection-test', TEST)
    world.woo.books.setStatus(world.woo.order(id), 'cancelled')
    const answers = await world.woo.webhooks.deliver()
    expect(answers.every((status) => status === 200)).toBe(true)
    await eventually(async () => (await fetch(body.url, { redirect: 'manual' })).status === 410)
  })

  it('and no hint comes: asking for what changed finds it', async () => {
    const id = newOrder()
    const { body } = await world.plugin('POST', '/v1/woocommerce/checkouts', world.payRequest(id))
    world.woo.books.setStatus(world.woo.order(id), 'cancelled')
    await pass(world, 120)
    await eventually(async () => (await fetch(body.url, { redirect: 'manual' })).status === 410)
  })

  it('deleted for good: the link leads nowhere', async () => {
    const id = newOrder()
    const { body } = await world.plugin('POST', '/v1/woocommerce/checkouts', world.payRequest(id))
    await world.plugin('POST', '/v1/woocommerce/connection-test', TEST)
    world.woo.books.remove(world.woo.order(id))
    await world.woo.webhooks.deliver()
    await eventually(async () => (await fetch(body.url, { redirect: 'manual' })).status === 410)
  })

  it('one order of a year to come, by a clock that was wrong, hides no change of the others', async () => {
    const future = newOrder()
    world.woo.order(future).date_modified_gmt = '2031-01-01T00:00:00'
    await pass(world, 120)
    await settled(world)
    const id = newOrder()
    const { body } = await world.plugin('POST', '/v1/woocommerce/checkouts', world.payRequest(id))
    world.woo.books.setStatus(world.woo.order(id), 'cancelled')
    await pass(world, 120)
    await eventually(async () => (await fetch(body.url, { redirect: 'manual' })).status === 410)
    world.woo.books.remove(world.woo.order(future))
  })

  it('a total that was edited is not paid with the old link', async () => {
    const id = newOrder()
    const { body } = await world.plugin('POST', '/v1/woocommerce/checkouts', world.payRequest(id))
    world.woo.order(id).total = '70.00'
    world.woo.books.touch(world.woo.order(id))
    await pass(world, 120)
    await eventually(async () => (await fetch(body.url, { redirect: 'manual' })).status === 410)
    expect((await ledgerOrder(id)).order.amount).toBe('70.00')
  })

  it('paid after WooCommerce had cancelled it: the money waits for a person, with a note', async () => {
    const id = newOrder()
    const checkoutUrl = await world.checkoutOf(id)
    world.woo.books.setStatus(world.woo.order(id), 'cancelled')
    await world.pay(checkoutUrl)
    await eventually(async () => (await ledgerOrder(id)).order.status === 'on_hold')
    await settled(world)
    expect(statusOf(id)).toBe('cancelled')
    expect(await problems()).toContain('order_paid_after_cancellation')
    await eventually(async () =>
      world.woo.order(id).notes.some(({ note }) => note.includes('después de cancelado')),
    )
  })

  it('what needs a person is read in the plugin, and taken off the list there', async () => {
    const id = newOrder()
    const checkoutUrl = await world.checkoutOf(id)
    world.woo.books.setStatus(world.woo.order(id), 'cancelled')
    await world.pay(checkoutUrl)
    const listed = async () => {
      const { body } = await world.plugin('GET', '/v1/alerts?limit=20')
      return body.data.find(({ order_id }: Json) => order_id === String(id))
    }
    const problem = await eventually(listed)
    expect(problem).toMatchObject({
      id: expect.stringMatching(/^prb_\d+$/),
      what: 'Se cobró un pedido que la tienda había cancelado.',
    })
    const closed = await world.plugin('POST', `/v1/alerts/${problem.id}/close`)
    expect(closed.status).toBe(200)
    expect(await listed()).toBeUndefined()
  })

  it('away for a while: it hears of the payment once it is back, once', async () => {
    const id = newOrder()
    const checkoutUrl = await world.checkoutOf(id)
    world.woo.failNext(/orders\/\d+$/, { status: 503, body: '<html>mantenimiento</html>' })
    await world.pay(checkoutUrl)
    await settled(world)
    expect(statusOf(id)).toBe('pending')
    await pass(world, 60 * 60)
    await eventually(async () => statusOf(id) === 'processing')
  })
})

describe('a shop that refuses Puente for a while', () => {
  afterEach(() => world.woo.heal())
  const refused = (status: number, code: string) => ({
    status,
    body: { code, message: 'No', data: { status } },
  })
  const alertOf = async (kind: string) => {
    const { body } = await world.plugin('GET', '/v1/alerts?state=open')
    return body.data.find((problem: Json) => problem.kind === kind)
  }

  it.each([
    ['a firewall in front of its REST API', /orders/, 403],
    ['keys that were rotated', /orders/, 401],
    ['keys that may only read for a while', /^(PUT|POST) orders/, 403],
  ])(
    'by %s: paid orders wait, and are all told when it lets Puente in',
    async (_, calls, status) => {
      const ids = [newOrder(), newOrder()]
      const checkouts = []
      for (const id of ids) checkouts.push(await world.checkoutOf(id))
      world.woo.failNext(calls, refused(status, 'woocommerce_rest_cannot_edit'), 1_000)
      for (const url of checkouts) await world.pay(url)
      await eventually(async () => (await problems()).includes('store_access_refused'))
      const since = (await alertOf('store_access_refused')).details.since
      expect(since).toEqual(expect.stringMatching(/^\d{4}-\d\d-\d\dT/))
      // For days.
      for (let day = 0; day < 3; day += 1) {
        await pass(world, 24 * 60 * 60)
        await settled(world)
      }
      expect(ids.map(statusOf)).toEqual(['pending', 'pending'])
      expect(await problems()).not.toContain('task_given_up')
      // Two orders were refused at once, and each says when.
      const stillSince = (await alertOf('store_access_refused')).details.since
      expect(Math.abs(Date.parse(stillSince) - Date.parse(since))).toBeLessThan(1_000)
      world.woo.heal()
      world.woo.requests.length = 0
      await pass(world, 60 * 60)
      await eventually(async () => ids.every((id) => statusOf(id) === 'processing'))
      await eventually(async () => !(await problems()).includes('store_access_refused'))
    },
  )
})

describe('a shop that hears of paid orders late, because it refused Puente', () => {
  afterEach(() => world.woo.heal())

  const refusedNotifications = async () => {
    const { count } = await world.puente.ctx.db.query
      .selectFrom('tasks')
      .select((row) => row.fn.countAll<bigint>().as('count'))
      .where('kind', '=', 'tell-storefront')
      .where('state', '=', 'ready')
      .where('tries', '>', 0)
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  it.each([
    ['its REST API is open again', /orders/],
    ['its keys may write again', /^(PUT|POST) orders/],
  ])('hears of the oldest first when %s, one after another', async (_, refused) => {
    const ids = Array.from({ length: 5 }, () => newOrder())
    const checkouts = []
    for (const id of ids) checkouts.push(await world.checkoutOf(id))
    const no = { code: 'woocommerce_rest_cannot_edit', message: 'No', data: { status: 403 } }
    world.woo.failNext(refused, { status: 403, body: no }, 1_000)
    for (const [i, url] of checkouts.entries()) {
      await world.pay(url)
      await eventually(async () => (await refusedNotifications()) === i + 1)
      await settled(world)
    }
    expect(await problems()).toContain('store_access_refused')
    world.woo.heal()
    world.woo.requests.length = 0
    await pass(world, 60 * 60)
    await eventually(async () => ids.every((id) => statusOf(id) === 'processing'))
    const calls = world.woo.requests.filter((call) => /^PUT orders\/\d+$/.test(call))
    expect([...new Set(calls)]).toEqual(ids.map((id) => `PUT orders/${id}`))
  })
})

describe('a shop that was restored from a backup and gives an id out again', () => {
  const restoreWithout = (id: number) => {
    world.woo.books.remove(world.woo.order(id))
    return newOrder({ id })
  }
  const openPayment = (id: number) =>
    world.plugin('POST', '/v1/woocommerce/checkouts', world.payRequest(id))

  it('does not get the new order paid by what was paid for the old one', async () => {
    const old = await paid()
    const id = restoreWithout(old)
    const day = today(world)
    const run = await world.plugin('POST', '/v1/reconciliations', { from: day, to: day, dry: true })
    const report = await eventually(async () => {
      const { body } = await world.plugin('GET', `/v1/reconciliations/${run.body.id}?limit=500`)
      return body.state !== 'running' && body
    }, 20_000)
    const found = shortly(report).filter((one) => one.endsWith(` ${id}`))
    expect(found).toEqual([expect.stringMatching(/^missing_in_store /)])
    expect(await openPayment(id)).toMatchObject({
      status: 409,
      body: { code: 'order_id_reused', retry: 'permanent' },
    })
    await world.control('/sandbox/settle', {})
    const { transaction_id } = (await ledgerOrder(id)).payment
    await world.control('/sandbox/portal/refund', { transaction_id, amount: 10 })
    const listed = async (): Promise<Json[]> => {
      const { body } = await world.plugin('GET', '/v1/alerts?limit=20')
      return body.data.filter(({ order_id }: Json) => order_id === String(id))
    }
    await eventually(async () => (await listed()).length === 2)
    const kinds = (await listed()).map(({ kind }) => kind).toSorted()
    expect(kinds).toEqual(['order_id_reused', 'task_given_up'])
    expect(world.woo.order(id)).toMatchObject({ status: 'pending', refunds: [], meta_data: [] })
    for (const one of await listed()) await world.plugin('POST', `/v1/alerts/${one.id}/close`)
  })

  it('does not get the new order’s total into the old one, whose link leads nowhere', async () => {
    const old = newOrder()
    const { body } = await openPayment(old)
    const id = restoreWithout(old)
    world.woo.order(id).total = '70.00'
    world.woo.books.touch(world.woo.order(id))
    await pass(world, 120)
    await eventually(async () => (await fetch(body.url, { redirect: 'manual' })).status === 410)
    expect((await ledgerOrder(id)).order.amount).toBe('100.00')
  })

  it('an order that was known before its key was kept takes the first that comes', async () => {
    const id = newOrder()
    await openPayment(id)
    await world.puente.ctx.db.pool.query('UPDATE orders SET fingerprint = NULL')
    expect((await openPayment(id)).status).toBe(200)
    expect((await rowOf(id)).fingerprint).toMatch(/^[0-9a-f]{64}$/)
  })

  const rowOf = async (id: number) => {
    const { rows } = await world.puente.ctx.db.pool.query(
      'SELECT fingerprint FROM orders WHERE external_id = $1',
      [String(id)],
    )
    return rows[0]
  }
})

const TEST = {
  site_url: 'http://127.0.0.1',
  plugin_version: '0.1.0',
  woocommerce_version: '10.0.2',
  wordpress_version: '6.9.1',
}

describe('the connection', () => {
  it('is tested in every direction, and mends the webhooks of the store', async () => {
    const site_url = world.woo.url
    const { status, body } = await world.plugin('POST', '/v1/woocommerce/connection-test', {
      ...TEST,
      site_url,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      store: { id: WOO_STORE, environment: 'test' },
      gateway: { ok: true },
      rest_api: { ok: true },
      plugin_route: { ok: true },
      webhooks: { ok: true },
      saved_cards: { ok: true },
      gateway_webhooks: {
        address: `${world.url}/webhooks/gateway/${WOO_STORE}`,
        detail: expect.stringMatching(/./),
      },
      card_fields: { publishable_key: 'pk_test_sandbox' },
    })
    expect([...world.woo.webhooks.all.values()].map(({ topic }) => topic).sort()).toEqual([
      'order.created',
      'order.deleted',
      'order.updated',
    ])
  })

  it('says when the gateway has last delivered', async () => {
    await paid()
    await eventually(async () => {
      const { body } = await world.plugin('POST', '/v1/woocommerce/connection-test', TEST)
      return Date.parse(body.gateway_webhooks.last_at) > 0 && body.gateway_webhooks.ok === true
    })
  })

  it('says how the gateway delivers in the language in which the settings page is read', async () => {
    await paid()
    const read = async (language: string) => {
      const headers = { 'accept-language': language }
      const path = '/v1/woocommerce/connection-test'
      const { body } = await world.plugin('POST', path, TEST, { headers })
      return body.gateway_webhooks
    }
    await eventually(async () => (await read('en')).ok === true)
    expect((await read('en')).detail).toContain('events arrive')
    expect((await read('es')).detail).toContain('eventos de la pasarela llegan')
  })

  it('says that deliveries are refused for another secret, and where to paste it again', async () => {
    const { pool } = world.puente.ctx.db
    const body = foreignEvent()
    await deliver(world.url, { store: WOO_STORE, body, secret: 'whsec_of_the_portal' })
    const { ok, detail, last_at } = await eventually(async () => {
      // As in a shop whose secret was mistyped from the start.
      await pool.query('DELETE FROM webhook_latest WHERE store_id = $1', [WOO_STORE])
      const tested = await world.plugin('POST', '/v1/woocommerce/connection-test', TEST)
      return tested.body.gateway_webhooks.ok === false && tested.body.gateway_webhooks
    })
    expect([ok, last_at]).toEqual([false, null])
    expect(detail).toContain('Conectar con otra tienda o con otro Puente')
  })

  it('of a copy of the shop says whose it is', async () => {
    const copy = { ...TEST, site_url: 'https://staging.example' }
    const { body } = await world.plugin('POST', '/v1/woocommerce/connection-test', copy)
    expect(body.plugin_route).toEqual({ ok: false, detail: expect.stringContaining(world.woo.url) })
  })

  it('whose keys were revoked is one problem, and whose plugin is off says so', async () => {
    world.woo.failNext(/^GET orders$/, { status: 401, body: { code: 'woocommerce_rest_x' } }, 50)
    await pass(world, 120)
    await eventually(async () => (await problems()).includes('store_access_refused'))
    await pass(world, 120)
    await settled(world)
    expect((await problems()).filter((kind) => kind === 'store_access_refused')).toHaveLength(1)
    expect(await problems()).not.toContain('task_given_up')
    world.woo.plugin.isActive = false
    const { body } = await world.plugin('POST', '/v1/woocommerce/connection-test', TEST)
    expect(body).toMatchObject({
      rest_api: { ok: false, detail: expect.stringMatching(/cortafuegos.*\(HTTP 401/) },
      plugin_route: {
        ok: false,
        detail: expect.stringContaining('active WooCommerce y este plugin'),
      },
    })
    world.woo.plugin.isActive = true
  })
})

describe('a shop that is connected anew', () => {
  it('goes on with the secret of before until its plugin has used the new one', async () => {
    const secret = `pps_${randomBytes(32).toString('base64url')}`
    const before = world.pairingSecret
    await world.connect({ pairing_secret: secret, previous_pairing_secret: before })
    const status = async (by: string) =>
      (await world.plugin('GET', `/v1/orders/${newOrder()}`, undefined, { secret: by })).status
    expect(await status(before)).toBe(404)
    expect(await status(secret)).toBe(404)
    expect(await status(before)).toBe(401)
    await world.connect({ pairing_secret: before })
  })

  it('twice before its plugin has a new pairing goes on with the one that the plugin has', async () => {
    const { ctx, sealer } = world.puente
    const status = async (by: string) =>
      (await world.plugin('GET', `/v1/orders/${newOrder()}`, undefined, { secret: by })).status
    expect(await status(world.pairingSecret)).toBe(404)
    const pairings = [1, 2].map(() => `pps_${randomBytes(32).toString('base64url')}`)
    for (const pairing_secret of pairings) {
      await connectSite(
        { query: ctx.db.query, sealer, ids: ctx.ids, now: ctx.clock.now() },
        {
          id: WOO_STORE,
          name: 'Café Woo',
          locale: 'es',
          secretKey: 'sk_test_sandbox',
          publishableKey: 'pk_test_sandbox',
          webhookSecret: 'whsec_of_the_woo_store',
          policy: undefined,
          site: { site_url: world.woo.url, rest_url: world.woo.restUrl },
          credentials: {
            consumer_key: world.woo.consumerKey,
            consumer_secret: world.woo.consumerSecret,
            webhook_secret: 'the secret of the store webhooks',
            pairing_secret,
          },
        },
      )
    }
    expect(await status(world.pairingSecret)).toBe(404)
    expect(await status(pairings[1] ?? '')).toBe(404)
    expect(await status(world.pairingSecret)).toBe(401)
    await world.connect()
  })
})

describe('a call that is not the plugin’s', () => {
  const request = () => world.payRequest(newOrder())
  const path = '/v1/woocommerce/checkouts'

  it.each<[string, Parameters<WooWorld['plugin']>[3], string]>([
    ['with another secret', { secret: 'pps_wrong' }, 'wrong_signature'],
    ['with another body', { tamperedBody: '{"order":{}}' }, 'wrong_signature'],
    ['of a store that there is not', { storeId: 'nobody' }, 'unknown_store'],
    ['of a shop of another platform', { storeId: 'tienda' }, 'unknown_store'],
    ['of yesterday', { now: new Date(Date.now() - 86_400_000) }, 'clock_differs'],
    ['without a nonce', { headers: { 'puente-nonce': '' } }, 'not_signed'],
  ])('%s is refused, and nothing is done', async (_, options, code) => {
    const { status, body } = await world.plugin('POST', path, request(), options)
    expect([status, body.code]).toEqual([401, code])
    const known = await world.puente.ctx.db.pool.query(
      'SELECT count(*)::int AS n FROM orders WHERE store_id = $1 AND external_id = $2',
      [WOO_STORE, String((request() as { order: { id: number } }).order.id - 1)],
    )
    expect(known.rows[0].n).toBe(0)
  })

  it('that was sent before is refused the second time', async () => {
    const nonce = randomBytes(24).toString('base64url')
    const body = request()
    const answers = await Promise.all(
      [1, 2, 3].map(() => world.plugin('POST', path, body, { nonce })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
  })

  it.each([
    ['a total that is no decimal', { total: 'gratis' }, 'order.total'],
    ['a currency that is none', { currency: 'LPS' }, 'order.currency'],
    ['no id', { id: undefined }, 'order.id'],
  ])('%s is refused with the field', async (_, changes, field) => {
    const { order, ...rest } = world.payRequest(newOrder()) as { order: object }
    const { status, body } = await world.plugin('POST', path, {
      ...rest,
      order: { ...order, ...changes },
    })
    expect(status).toBe(422)
    expect(body.errors.map((error: { path: string }) => error.path)).toEqual([field])
  })
})

// The last ones: nothing that is signed is taken any more.
describe('a shop that is disconnected', () => {
  const leave = (secret?: string) =>
    world.plugin('POST', '/v1/woocommerce/disconnection', undefined, secret ? { secret } : {})
  const hasKeys = async () => {
    const store = await findStore(world.puente.ctx.db.query, WOO_STORE)
    return store?.sealed_connection !== null
  }

  let paidBefore = 0

  it('to be connected anew keeps what was made for that', async () => {
    const secret = `pps_${randomBytes(32).toString('base64url')}`
    await world.connect({ pairing_secret: world.pairingSecret, previous_pairing_secret: secret })
    expect(await leave(secret)).toMatchObject({ status: 200, body: { keys: [] } })
    expect((await world.plugin('GET', `/v1/orders/${newOrder()}`)).status).toBe(404)
  })

  it('hears nothing by webhooks at once, and what is being paid comes to its end first', async () => {
    await world.plugin('POST', '/v1/woocommerce/connection-test', TEST)
    expect(world.woo.webhooks.all.size).toBe(3)
    const id = newOrder()
    const checkoutUrl = await world.checkoutOf(id)
    const { status, body } = await leave()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      webhooks_removed: true,
      keys: [{ ends_with: world.woo.consumerKey.slice(-7), is_forgotten: false }],
    })
    expect(body.open_orders).toBeGreaterThan(0)
    expect(world.woo.webhooks.all.size).toBe(0)
    const refused = await world.plugin('GET', `/v1/orders/${id}`)
    expect([refused.status, refused.body.code]).toEqual([401, 'unknown_store'])
    await world.pay(checkoutUrl, CARDS.approved)
    await eventually(async () => statusOf(id) === 'processing')
    paidBefore = id
  })

  it('is forgotten when nothing is open any more, and nobody asks it or tells it anything', async () => {
    expect(await hasKeys()).toBe(true)
    for (let hours = 0; hours < 48 && (await hasKeys()); hours += 6) {
      await pass(world, 6.1 * 60 * 60)
      await settled(world)
    }
    expect(await hasKeys()).toBe(false)
    expect(world.woo.webhooks.all.size).toBe(0)
    const asked = world.woo.requests.length
    await pass(world, 6.1 * 60 * 60)
    await settled(world)
    expect(world.woo.requests).toHaveLength(asked)
    expect((await leave()).body.code).toBe('unknown_store')
  })

  it('goes on where it was when it is connected again, and hears what it has missed', async () => {
    const { ctx, sealer } = world.puente
    const { transaction_id } = world.woo.order(paidBefore)
    await world.control('/sandbox/settle', {})
    await world.control('/sandbox/portal/refund', { transaction_id, amount: 10 })
    await eventually(async () => {
      const { rows } = await ctx.db.pool.query(
        `SELECT 1 FROM refunds JOIN orders ON orders.id = refunds.order_id
          WHERE orders.external_id = $1 AND refunds.state = 'succeeded'`,
        [String(paidBefore)],
      )
      return rows.length === 1
    })
    await settled(world)
    expect(rowsOf(paidBefore)).toHaveLength(0)
    const deps = { query: ctx.db.query, sealer, ids: ctx.ids, now: ctx.clock.now() }
    const connected = await connectSite(deps, {
      id: WOO_STORE,
      name: 'Café Woo',
      locale: 'es',
      secretKey: 'sk_test_sandbox',
      publishableKey: 'pk_test_sandbox',
      webhookSecret: 'whsec_of_the_woo_store',
      site: { site_url: world.woo.url, rest_url: world.woo.restUrl },
      credentials: {
        consumer_key: world.woo.consumerKey,
        consumer_secret: world.woo.consumerSecret,
        pairing_secret: world.pairingSecret,
        webhook_secret: 'the secret of the store webhooks',
      },
    })
    expect(connected.outcome).toBe('connected')
    await eventually(async () => rowsOf(paidBefore).length === 1)
    expect(await paid()).toBeGreaterThan(0)
  })

  it('is forgotten after a month, though the end of a refund was never told', async () => {
    const order = `SELECT id FROM orders WHERE external_id = '${paidBefore}'`
    const setState = (state: string) =>
      world.puente.ctx.db.pool.query(`UPDATE refunds SET state = $1 WHERE order_id IN (${order})`, [
        state,
      ])
    await setState('unknown')
    expect((await leave()).body.open_orders).toBeGreaterThan(0)
    await pass(world, 29 * 24 * 60 * 60)
    await settled(world)
    expect(await hasKeys()).toBe(true)
    await setState('unknown')
    await pass(world, 2 * 24 * 60 * 60)
    await eventually(async () => !(await hasKeys()))
  })
})
