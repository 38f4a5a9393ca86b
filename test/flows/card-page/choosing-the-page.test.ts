import { describe, expect, it } from 'vitest'
import { useWorld } from '../../support/use-world.ts'
import { cardOf, connectTestStore, eventually, type Json } from '../../support/world.ts'
import { CARDS, pathOf, useCardPage } from './use-card-page.ts'

const { world, proxy, newId, orderOf, checkout, read, leadsTo, token, send, payBy, opened } =
  useCardPage()

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
