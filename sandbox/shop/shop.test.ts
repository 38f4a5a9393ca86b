import express from 'express'
import { Webhook } from 'standardwebhooks'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { serve } from '../../src/runtime/http/http-server.ts'
import { useStarted } from '../../test/support/use-world.ts'
import { demoShop } from './shop.ts'

const SECRET = `whsec_${Buffer.from('thirty-two bytes for the shop...').toString('base64')}`
const PAY_URL = 'http://puente.test/pay/token'

interface Asked {
  authorization: string | undefined
  order: { id: string; amount: string; currency: string; number: string; description: string }
  success_url: string
  cancel_url: string
}

let asked: Asked[]
let answers: { status: number; body: unknown }[]

const puenteApp = express()
const shopApp = express()
const puente = useStarted(() => serve(puenteApp, { host: '127.0.0.1', port: 0 }))
const shop = useStarted(() => serve(shopApp, { host: '127.0.0.1', port: 0 }))
beforeAll(async () => {
  puenteApp.post('/v1/checkouts', express.json(), (request, response) => {
    asked.push({ ...request.body, authorization: request.headers.authorization })
    const { status, body } = answers.shift() ?? { status: 201, body: { pay_url: PAY_URL } }
    response.status(status).json(body)
  })
  puenteApp.get('/v1/orders/forgotten', (_request, response) => {
    const order = { id: 'forgotten', status: 'paid', amount: '95.75', currency: 'HNL' }
    response.json({ order: { ...order, conflict: null } })
  })
  const puenteUrl = `http://127.0.0.1:${puente.port}`
  const publicUrl = 'http://shop.test'
  shopApp.use('/shop', demoShop({ puenteUrl, apiKey: 'the-key', notifySecret: SECRET, publicUrl }))
})
beforeEach(() => {
  asked = []
  answers = []
})

const visit = (path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${shop.port}${path}`, { redirect: 'manual', ...init })

/** Pays on the gateway's page. */
const buy = async (product = 'cafe', language = 'es') => {
  const body = new URLSearchParams({ product, lang: language })
  const taken = await visit('/shop/orders', { method: 'POST', body })
  const [, id = ''] = /orders\/(\w+)\/ways/.exec(taken.headers.get('location') ?? '') ?? []
  const answer = id ? await visit(`/shop/orders/${id}/pay`, { method: 'POST' }) : taken
  return { answer, id }
}

const stateOf = async (id: string): Promise<unknown> => {
  const answer = await visit(`/shop/orders/${id}/status`)
  const { state } = (await answer.json()) as { state?: unknown }
  return state
}

const notify = (
  { type, ...order }: { type: string; id: string; status: string; conflict?: string },
  options: { at?: Date; secret?: string } = {},
) => post({ type, data: { order, payment: {} } }, options)

const post = async (
  message: { type: string; data: object },
  options: { at?: Date; secret?: string } = {},
) => (await send('/shop/puente', message, options)).status

const send = (
  path: string,
  { type, data }: { type: string; data: object },
  { at = new Date(), secret = SECRET }: { at?: Date; secret?: string } = {},
) => {
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data })
  const headers = {
    'content-type': 'application/json',
    'webhook-id': 'message',
    'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
    'webhook-signature': new Webhook(secret).sign('message', new Date(), body),
  }
  return visit(path, { method: 'POST', headers, body })
}

it.each(['', '/', '/orders/A-1?lang=en'])(
  'the former owner page (%s) redirects to the dashboard',
  async (path) => {
    const answer = await visit(`/shop/owner${path}`)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/'])
  },
)

it('each page has a footer link to the dashboard', async () => {
  const page = await (await visit('/shop?lang=en')).text()
  expect(page).toContain('<a href="/">Puente dashboard for the merchant</a>')
})

describe('buying', () => {
  it('a purchase redirects to the pay link, with an order of exactly the price', async () => {
    const { answer, id } = await buy('hamaca', 'en')
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(PAY_URL)
    expect(asked).toMatchObject([
      {
        authorization: 'Bearer the-key',
        order: { amount: '1450.00', currency: 'HNL', description: 'Cotton hammock' },
        success_url: `http://shop.test/shop/orders/${id}?lang=en`,
        cancel_url: `http://shop.test/shop/orders/${id}?lang=en&cancelled=1`,
      },
    ])
  })

  it('a customer can retry after a gateway failure, and the order stays', async () => {
    answers = [{ status: 502, body: { title: 'The gateway did not answer' } }]
    const { answer, id } = await buy()
    expect(answer.status).toBe(502)
    const page = await answer.text()
    expect(page).toContain('no se le cobró nada')
    expect(page).toContain(`action="/shop/orders/${id}/pay"`)

    const retried = await visit(`/shop/orders/${id}/pay`, { method: 'POST' })
    expect(retried.headers.get('location')).toBe(PAY_URL)
    expect(asked.map(({ order }) => order.id)).toEqual([id, id])
  })

  it("a rejected API key shows a code, with the reason for the shop's developer", async () => {
    answers = [{ status: 401, body: { title: 'The API key is <missing> or not valid' } }]
    const { answer } = await buy('cafe', 'en')
    expect(answer.status).toBe(500)
    const page = await answer.text()
    expect(page).toContain('data-reason="The API key is &lt;missing&gt; or not valid"')
    expect(page).toContain('<code>refused</code>')
  })

  it('a cross-site form cannot create an order', async () => {
    const body = new URLSearchParams({ product: 'cafe' })
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect((await visit('/shop/orders', { method: 'POST', body, headers })).status).toBe(403)
    expect(asked).toEqual([])
  })

  it('an unknown product redirects to the shop', async () => {
    const { answer } = await buy('oro')
    expect(answer.headers.get('location')).toBe('/shop')
    expect(asked).toEqual([])
  })
})

describe('notifications from Puente', () => {
  it.each([
    ['order.paid', 'paid', 'paid'],
    ['order.payment_failed', 'awaiting_payment', 'declined'],
    ['order.payment_expired', 'payment_expired', 'expired'],
    ['order.attention_required', 'on_hold', 'checking'],
    ['order.partially_refunded', 'partially_refunded', 'part-returned'],
    ['order.refunded', 'refunded', 'returned'],
    ['order.voided', 'voided', 'returned'],
  ])('%s updates the order', async (type, status, state) => {
    const { id } = await buy()
    expect(await stateOf(id)).toBe('waiting')
    expect(await notify({ type, id, status })).toBe(204)
    expect(await stateOf(id)).toBe(state)
  })

  it.each([
    ['order.payment_failed', 'awaiting_payment', true],
    ['order.attention_required', 'on_hold', true],
    ['order.paid', 'paid', false],
    ['order.refunded', 'refunded', false],
  ])(
    'after %s the page keeps polling only while the state can change',
    async (...notificationFacts) => {
      const [type, status, watches] = notificationFacts
      const { id } = await buy()
      await notify({ type, id, status })
      const page = await (await visit(`/shop/orders/${id}`)).text()
      expect(page.includes('order.js')).toBe(watches)
    },
  )

  it('the shop rejects notifications that Puente has not signed', async () => {
    const { id } = await buy()
    const secret = `whsec_${Buffer.from('somebody else’s secret, 32 bytes').toString('base64')}`
    expect(await notify({ type: 'order.paid', id, status: 'paid' }, { secret })).toBe(400)
    expect((await visit('/shop/puente', { method: 'POST' })).status).toBe(400)
    expect(await stateOf(id)).toBe('waiting')
  })

  it('a paid order stays paid when older events come later', async () => {
    const { id } = await buy()
    await notify({ type: 'order.paid', id, status: 'paid' })
    const at = new Date(Date.now() - 5_000)
    const late = { type: 'order.payment_failed', id, status: 'awaiting_payment' }
    expect(await notify(late, { at })).toBe(204)
    expect(await stateOf(id)).toBe('paid')
  })

  it('an order shows as paid twice until one charge is refunded', async () => {
    const { id } = await buy()
    const twice = { type: 'order.attention_required', id, status: 'paid', conflict: 'paid_twice' }
    await notify(twice)
    expect(await stateOf(id)).toBe('paid-twice')
    await notify({ type: 'order.updated', id, status: 'paid' })
    expect(await stateOf(id)).toBe('paid')
  })

  it('the shop accepts notifications without an order, such as a saved card', async () => {
    expect(await post({ type: 'payment_method.saved', data: { payment_method: {} } })).toBe(204)
  })

  it('the shop accepts a notification of an order it lost', async () => {
    expect(await notify({ type: 'order.paid', id: 'forgotten', status: 'paid' })).toBe(204)
  })
})

describe('the pages', () => {
  it.each([
    ['es-HN,es;q=0.9', 'es', 'Cosas buenas de Honduras.'],
    ['en-US,en;q=0.9', 'en', 'Good things from Honduras.'],
    ['fr', 'es', 'Cosas buenas de Honduras.'],
  ])('a browser with Accept-Language %s gets pages in %s', async (accepted, language, heading) => {
    const page = await (await visit('/shop', { headers: { 'accept-language': accepted } })).text()
    expect(page).toContain(`<html lang="${language}">`)
    expect(page).toContain(heading)
  })

  it('an unknown order is not found', async () => {
    expect((await visit('/shop/orders/nope')).status).toBe(404)
    expect((await visit('/shop/orders/nope/status')).status).toBe(404)
  })
})

describe('order status requests from Puente', () => {
  const ask = (order_ids: string[], options = {}) =>
    send('/shop/puente/orders', { type: 'orders.requested', data: { order_ids } }, options)

  it('the shop returns the orders it knows', async () => {
    const [{ id: paid }, { id: open }] = [await buy(), await buy('hamaca')]
    await notify({ type: 'order.paid', id: paid, status: 'paid' })
    const answer = await ask([paid, open, 'unknown'])
    expect(await answer.json()).toEqual({
      orders: [
        { id: paid, status: 'paid', amount: '185.00', currency: 'HNL' },
        { id: open, status: 'unpaid', amount: '1450.00', currency: 'HNL' },
      ],
    })
  })

  it('the shop returns an order it lost in a restart', async () => {
    expect(await (await ask(['forgotten', 'unknown'])).json()).toEqual({
      orders: [{ id: 'forgotten', status: 'paid', amount: '95.75', currency: 'HNL' }],
    })
  })

  it("the shop returns another program's order as of the latest notification", async () => {
    const order = { id: 'demo-1', amount: '95.75', currency: 'HNL' }
    const told = (status: string, at: Date) =>
      post({ type: `order.${status}`, data: { order: { ...order, status } } }, { at })
    const now = new Date()
    await told('refunded', now)
    await told('paid', new Date(now.getTime() - 1_000))
    expect(await (await ask(['demo-1'])).json()).toEqual({
      orders: [{ ...order, status: 'refunded' }],
    })
  })

  it('the shop answers only signed requests from Puente', async () => {
    const other = `whsec_${Buffer.from('thirty-two bytes of another shop').toString('base64')}`
    expect((await ask(['x'], { secret: other })).status).toBe(400)
    const told = { type: 'order.paid', data: { order_ids: ['x'] } }
    expect((await send('/shop/puente/orders', told)).status).toBe(400)
  })
})
