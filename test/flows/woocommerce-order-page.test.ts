import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { merchantOf } from '../support/merchant.ts'
import { settled } from '../support/settled.ts'
import { useWooShop } from '../support/use-woo-shop.ts'
import { eventually, type Json } from '../support/world.ts'

const { world, newOrder, paid, refund, orderAtPuente, rowsOf, statusOf } = useWooShop()

const fingerprintOf = (id: number) =>
  createHash('sha256').update(world.woo.order(id).order_key).digest('hex')
const pageOf = async (id: number, fingerprint = fingerprintOf(id), language = 'en') => {
  const path = `/v1/woocommerce/orders/${id}?fingerprint=${fingerprint}`
  return world.plugin('GET', path, undefined, { headers: { 'accept-language': language } })
}
const attentionOf = (listed: string) =>
  world.plugin('GET', `/v1/woocommerce/attention?orders=${listed}`, undefined, {
    headers: { 'accept-language': 'en' },
  })

/** Charges an order by card fields and by the link that was open in another tab. */
const paidTwice = async (): Promise<number> => {
  const id = newOrder()
  const checkoutUrl = await world.checkoutOf(id)
  const way = {
    type: 'card_fields',
    payment_token: await merchantOf(world, { prefix: 'W' }).token(),
  }
  await world.plugin('POST', '/v1/woocommerce/checkouts', world.payRequest(id, way))
  await world.pay(checkoutUrl)
  await eventually(async () => (await orderAtPuente(id)).order.conflict === 'paid_twice')
  return id
}

describe("the shop's page of an order", () => {
  it('a paid order shows its payment, the refundable rest and its latest lines', async () => {
    const id = await paid()
    const { status, body } = await pageOf(id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      store_id: 'tienda-woo',
      found: {
        order: { status: 'paid', conflict: null, amount: '100.00', currency: 'HNL' },
        status_text: 'paid',
        payment: { attempt: 1, state: 'paid', is_charged: true },
        refundable: { amount: '100.00', is_under_way: false, tries: 0 },
        duplicates: [],
        alerts: [],
      },
    })
    const { timeline } = body.found
    expect(timeline.length).toBeLessThanOrEqual(8)
    expect(timeline.toSorted((a: Json, b: Json) => a.at.localeCompare(b.at))).toEqual(timeline)
  })

  it('the page is in the language of the person who reads it', async () => {
    const id = await paid()
    expect((await pageOf(id, undefined, 'es')).body.found.status_text).toBe('pagado')
  })

  it('a refunded order has nothing left to refund', async () => {
    const id = await paid()
    await refund(id, 1, '100.00')
    await eventually(async () => (await pageOf(id)).body.found.refundable === null)
    expect((await pageOf(id)).body.found.payment.is_charged).toBe(true)
  })

  it('an order whose customer went to pay has a payment, and nothing to refund', async () => {
    const id = newOrder()
    await world.checkoutOf(id)
    const { found } = (await pageOf(id)).body
    expect(found).toMatchObject({
      order: { status: 'awaiting_payment' },
      payment: { attempt: 1, is_charged: false },
      refundable: null,
    })
  })

  it('an order that Puente does not know, or whose id is reused, is not found', async () => {
    const unknown = await pageOf(newOrder())
    expect(unknown).toMatchObject({ status: 200, body: { found: null } })
    const reused = await pageOf(await paid(), '0'.repeat(64))
    expect(reused).toMatchObject({ status: 200, body: { found: null } })
    expect((await pageOf(await paid(), 'odd')).status).toBe(422)
  })

  it('an order that was charged twice shows the second charge until it is refunded', async () => {
    const id = await paidTwice()
    const { found } = (await pageOf(id)).body
    expect(found.order.conflict).toBe('paid_twice')
    expect(found.duplicates).toMatchObject([{ amount: '100.00', currency: 'HNL' }])
    const [{ payment_id }] = found.duplicates
    expect(payment_id).not.toBe(found.payment.id)

    const refunded = await world.plugin(
      'POST',
      `/v1/orders/${id}/refunds`,
      { amount: '100.00', currency: 'HNL', payment_id },
      { headers: { 'idempotency-key': `woocommerce-second-charge-${payment_id}-0` } },
    )
    expect(refunded).toMatchObject({ status: 201, body: { order: { conflict: null } } })
    const after = (await pageOf(id)).body.found
    expect(after).toMatchObject({
      order: { status: 'paid', conflict: null },
      duplicates: [],
      alerts: [],
      refundable: { amount: '100.00' },
    })
    // Sold and paid once, so the shop books no refund.
    await settled(world)
    expect(rowsOf(id)).toEqual([])
    expect(statusOf(id)).toBe('processing')
  })
})

describe("the shop's list of orders", () => {
  it('only orders with open alerts are listed, with a sentence of each alert', async () => {
    const [twice, fine] = [await paidTwice(), await paid()]
    const { status, body } = await attentionOf(
      [twice, fine].map((id) => `${id}-${fingerprintOf(id).slice(0, 12)}`).join('.'),
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({ store_id: 'tienda-woo', orders: [{ order_id: String(twice) }] })
    expect(body.orders).toHaveLength(1)
    expect(body.orders[0].alerts).toEqual([expect.stringMatching(/\w+/)])
    expect((await attentionOf(`${twice}`)).body.orders).toHaveLength(1)
    expect((await attentionOf(`${twice}-000000000000`)).body.orders).toEqual([])
  })

  it('an odd list and one of more than 100 orders are refused', async () => {
    for (const listed of [
      '',
      'a',
      '1..2',
      '1-xyz',
      Array.from({ length: 101 }, (_, i) => i + 1).join('.'),
    ]) {
      expect((await attentionOf(listed)).status).toBe(422)
    }
  })
})

describe("the language of Puente's order notes", () => {
  const noteOf = async (locale: string | undefined) => {
    world.woo.plugin.locale = locale
    const id = await paidTwice()
    await settled(world)
    const texts = world.woo.order(id).notes.map(({ note }) => note)
    return texts.find((text) => text.startsWith('Puente: '))
  }

  it('a note is in the language of the shop now, not of the moment of connecting', async () => {
    expect(await noteOf('en')).toMatch(/Duplicate payment|more than once/)
    expect(await noteOf('es')).toMatch(/duplicado|más de una vez/)
  })

  it('a plugin that does not say its language, or says an odd one, gets that of connecting', async () => {
    expect(await noteOf(undefined)).toMatch(/duplicado|más de una vez/)
    expect(await noteOf('fr')).toMatch(/duplicado|más de una vez/)
  })
})
