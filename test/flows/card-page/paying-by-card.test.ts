import { describe, expect, it } from 'vitest'
import { CARDS, useCardPage } from './use-card-page.ts'

const { world, proxy, checkout, read, visit, leadsTo, token, send, payBy, opened, paidAtGateway } =
  useCardPage()

describe('the card page', () => {
  it('the page loads scripts and frames only from Puente and the gateway', async () => {
    const { payUrl } = await opened()
    const page = await visit(`${payUrl}/card`)
    expect(page.status).toBe(200)
    const policy = page.headers.get('content-security-policy') ?? ''
    // The gateway's iframe may use a passkey or a wallet.
    expect(page.headers.get('permissions-policy')).not.toMatch(/payment|publickey/)
    expect(page.headers.get('permissions-policy')).toContain('camera=()')
    const gateway = new URL(world.sandbox.url).origin
    expect(policy).toContain(`script-src 'self' ${gateway};`)
    expect(policy).toMatch(new RegExp(`frame-src ${gateway} ${proxy.url};`))
    expect(policy).toContain("default-src 'none'")
    expect(await page.text()).not.toMatch(/sk_test|whsec_/)
  })

  it('an unknown link answers 404', async () => {
    expect((await visit(`${world.url}/pay/nobody/card`)).status).toBe(404)
    expect((await payBy(`${world.url}/pay/nobody`)).status).toBe(404)
  })

  it.each([
    ['no JSON', '{"payment_token', 'application/json'],
    ['a form', 'payment_token=tok_1', 'application/x-www-form-urlencoded'],
    ['nothing', '', 'application/json'],
    ['a secret key for a token', { payment_token: 'sk_test_sandbox' }, 'application/json'],
    ['a number for a token', { payment_token: 1 }, 'application/json'],
    ['a list', [], 'application/json'],
    ['too much', { payment_token: `tok_${'x'.repeat(9_000)}` }, 'application/json'],
    [
      'an amount that is none',
      { payment_token: 'tok_1', shown: { amount: '1', currency: 'X' } },
      'application/json',
    ],
  ])('the page refuses %s', async (_what, body, type) => {
    const { id, payUrl } = await opened()
    const { status } = await send(payUrl, body, type)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect((await read(id)).payment).toBeNull()
  })

  it('the page charges the card and leads to the return page', async () => {
    const { id, payUrl, link } = await opened()
    expect(await payBy(payUrl)).toEqual({
      status: 200,
      body: { next: 'leave', url: `${link}/return` },
    })
    expect((await read(id)).order.status).toBe('paid')
    expect(await leadsTo(`${payUrl}/card`)).toEqual({ status: 303, location: `${link}/return` })
    expect((await payBy(payUrl)).body.next).toBe('leave')
    expect(await paidAtGateway(id)).toBe(1)
  })

  it('the answer to a decline says no more than a customer needs', async () => {
    const { id, payUrl } = await opened()
    expect(await payBy(payUrl, CARDS.noFunds)).toEqual({
      status: 402,
      body: { next: 'again', reason: 'no-funds' },
    })
    expect(await (await visit(`${payUrl}/return`)).text()).toContain('El pago no se completó')
    expect((await payBy(payUrl)).status).toBe(200)
    expect((await read(id)).order.status).toBe('paid')
  })

  it('a used token is refused, and the customer can type the card again', async () => {
    const used = await token()
    await send((await opened()).payUrl, { payment_token: used })
    const { payUrl } = await opened()
    expect(await send(payUrl, { payment_token: used })).toEqual({
      status: 422,
      body: { next: 'again', reason: 'token-refused' },
    })
  })

  it('several concurrent cards lead to one charge', async () => {
    const { id, payUrl } = await opened()
    const answers = await Promise.all([1, 2, 3, 4].map(() => payBy(payUrl)))
    expect(answers.map(({ body }) => body.next)).toEqual(Array(4).fill('leave'))
    expect(await paidAtGateway(id)).toBe(1)
  })

  it('the page has a way back to a store that gave a cancel_url', async () => {
    const { payUrl } = await opened({ cancel_url: 'https://shop.example/cart' })
    expect(await (await visit(`${payUrl}/card`)).text()).toContain('https://shop.example/cart')
  })

  it('a page left open charges no card once the store wants the hosted checkout', async () => {
    const { id, payUrl, link } = await opened()
    await checkout(id, { mode: 'hosted' })
    expect(await payBy(payUrl)).toEqual({ status: 200, body: { next: 'leave', url: link } })
    expect(await paidAtGateway(id)).toBe(0)
  })

  it('the page closes once the order is cancelled', async () => {
    const { id, payUrl, link } = await opened()
    await world.api('POST', `/v1/orders/${id}/cancel`)
    expect((await visit(`${payUrl}/card`)).status).toBe(410)
    expect(await payBy(payUrl)).toEqual({ status: 410, body: { next: 'leave', url: link } })
    expect(await paidAtGateway(id)).toBe(0)
  })

  it('a customer can try again when the gateway was unreachable before it got the charge', async () => {
    const { id, payUrl } = await opened()
    const payment_token = await token()
    await proxy.refuse()
    expect(await send(payUrl, { payment_token })).toEqual({
      status: 503,
      body: { next: 'again', reason: 'unreachable' },
    })
    await proxy.accept()
    expect((await send(payUrl, { payment_token })).status).toBe(200)
    expect(await paidAtGateway(id)).toBe(1)
  })
})
