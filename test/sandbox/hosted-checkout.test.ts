import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CARDS, type Harness, startHarness } from '../contract/support/harness.ts'

describe('1.2 Hosted checkout', () => {
  let gateway: Harness
  beforeAll(async () => {
    gateway = await startHarness()
  })
  afterAll(() => gateway.close())

  const open = (checkoutUrl: string, headers: Record<string, string> = {}) =>
    gateway.call('GET', pathOf(checkoutUrl), { key: null, headers })

  const pathOf = (checkoutUrl: string): string => {
    const { pathname, search } = new URL(checkoutUrl, gateway.sandbox.url)
    return pathname + search
  }

  const card = { number: '4111 1111 1111 1111', expiry: '12/40', cvc: '123', holder: 'Ana' }

  const submit = (checkoutUrl: string, fields: Record<string, string>) =>
    gateway.call('POST', pathOf(checkoutUrl), {
      key: null,
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })

  const formKeyOf = (page: string): string =>
    /name="form_key" value="([^"]+)"/.exec(page)?.[1] ?? ''

  const statusOf = async (id: number) =>
    (await gateway.call('GET', `/v1/payments/${id}`)).body.status

  test('shows amount, merchant, name and description, in the language of the customer', async () => {
    const { checkout_url } = await gateway.createPayment({
      amount: 1234.5,
      name: 'Pedido <b>7</b>',
      description: 'Café & pan',
    })
    const spanish = await open(checkout_url)
    expect(spanish.status).toBe(200)
    expect(spanish.body).toContain('1,234.50 HNL')
    expect(spanish.body).toContain('Pedido &lt;b&gt;7&lt;/b&gt;')
    expect(spanish.body).toContain('Café &amp; pan')
    expect(spanish.body).toContain('<html lang="es">')
    const english = await open(checkout_url, { 'accept-language': 'en' })
    expect(english.body).toContain('Name on card')
    expect((await open(`${checkout_url}?lang=en`)).body).toContain('<html lang="en">')
  })

  test('is strict about what a browser may load, and runs no script', async () => {
    const { checkout_url } = await gateway.createPayment({ success_url: 'https://shop.hn/ok' })
    const { headers, body } = await open(checkout_url)
    const policy = headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("form-action 'self' https://shop.hn")
    expect(body).not.toContain('<script')
  })

  test('a success_url cannot widen the policy', async () => {
    const { checkout_url } = await gateway
      .createPayment({
        success_url: "https://shop.hn;script-src 'unsafe-inline'/ok",
      })
      .catch(() => gateway.createPayment({ success_url: 'https://a;sandbox/ok' }))
    const { headers } = await open(checkout_url)
    expect(headers.get('content-security-policy')).not.toMatch(/script-src|sandbox/)
  })

  test('approved: a success screen after a redirect, and a reload charges nothing', async () => {
    const { id, checkout_url } = await gateway.createPayment()
    const posted = await submit(checkout_url, card)
    expect(posted.status).toBe(303)
    const success = posted.headers.get('location') ?? ''
    expect((await open(success)).body).toContain('Pago aprobado')
    expect((await open(success)).body).toContain('1111')
    expect(await statusOf(id)).toBe('paid')
  })

  test('approved with success_url: sends the customer there', async () => {
    const { checkout_url } = await gateway.createPayment({ success_url: 'https://shop.hn/ok?a=1' })
    const posted = await submit(checkout_url, card)
    expect(posted.headers.get('location')).toBe('https://shop.hn/ok?a=1')
  })

  test('declined: says so, and the customer can try again', async () => {
    const { id, checkout_url } = await gateway.createPayment()
    const posted = await submit(checkout_url, { ...card, number: CARDS.noFunds })
    expect(posted.status).toBe(303)
    const page = await open(posted.headers.get('location') ?? '')
    expect(page.body).toContain('no tiene fondos')
    expect(await statusOf(id)).toBe('pending')
    await submit(checkout_url, card)
    expect(await statusOf(id)).toBe('paid')
  })

  test('mistakes are listed, tied to their fields, and the card is never sent back', async () => {
    const { checkout_url } = await gateway.createPayment()
    const page = await submit(checkout_url, {
      number: '4242424242424242',
      expiry: '13/40',
      cvc: '98765',
      holder: 'Ana "la jefa"',
    })
    expect(page.status).toBe(422)
    for (const field of ['number', 'expiry', 'cvc']) {
      expect(page.body).toContain(`<a href="#${field}">`)
      expect(page.body).toContain(`id="${field}-error"`)
    }
    expect(page.body).toContain('value="Ana &quot;la jefa&quot;"')
    expect(page.body).not.toContain('4242')
    expect(page.body).not.toContain('98765')
  })

  test.each(['01/20', '1', 'abc', '00/40', ''])('expiry %j is refused', async (expiry) => {
    const { id, checkout_url } = await gateway.createPayment()
    expect((await submit(checkout_url, { ...card, expiry })).status).toBe(422)
    expect(await statusOf(id)).toBe('pending')
  })

  test('a double click charges once, also on a reusable payment', async () => {
    const { checkout_url } = await gateway.createPayment({
      reusable: true,
      external_reference: 'double',
    })
    const form_key = formKeyOf((await open(checkout_url)).body)
    const posted = await Promise.all(
      Array.from({ length: 4 }, () => submit(checkout_url, { ...card, form_key })),
    )
    const locations = new Set(posted.map(({ headers }) => headers.get('location')))
    expect(posted.map(({ status }) => status)).toEqual([303, 303, 303, 303])
    expect(locations.size).toBe(1)
  })

  test('a link that was paid says so', async () => {
    const { id, checkout_url } = await gateway.createPayment()
    await gateway.pay({ payment_id: id })
    expect((await open(checkout_url)).body).toContain('Este pago ya se realizó')
    expect((await submit(checkout_url, card)).status).toBe(303)
  })

  test('a link that expired says so and takes no card', async () => {
    const expires_at = new Date((await gateway.now()).getTime() + 60_000).toISOString()
    const { checkout_url } = await gateway.createPayment({ expires_at })
    await gateway.advance(61)
    const page = await open(checkout_url)
    expect([page.status, page.body.includes('Este enlace venció')]).toEqual([410, true])
    await submit(checkout_url, card)
    await gateway.advance(301)
    expect((await open(checkout_url)).status).toBe(410)
  })

  test('an unknown link is a page, not an error', async () => {
    for (const slug of ['abcdefabcdef', 'x', '%00', '..%2f']) {
      const page = await gateway.call('GET', `/checkout/${slug}`, { key: null })
      expect(page.status).toBe(404)
      expect(page.headers.get('content-type')).toContain('text/html')
    }
  })

  test('4.3 lock_customer_fields: filled fields are read-only, omitted ones blank and editable', async () => {
    const { checkout_url } = await gateway.createPayment({
      customer: { name: 'Ana', email: 'ana@ejemplo.hn' },
      lock_customer_fields: true,
    })
    const { body } = await open(checkout_url)
    const input = (name: string) => new RegExp(`<input id="customer_${name}"[^>]*>`).exec(body)?.[0]
    expect(input('name')).toMatch(/value="Ana".*readonly/)
    expect(input('email')).toMatch(/value="ana@ejemplo.hn".*readonly/)
    expect(input('phone')).not.toMatch(/readonly/)
  })

  test('4.3 the default: prefilled fields are editable', async () => {
    const { checkout_url } = await gateway.createPayment({ customer: { name: 'Ana' } })
    const { body } = await open(checkout_url)
    expect(body).toContain('value="Ana"')
    expect(body).not.toContain('readonly')
  })

  test('4.3 the customer picks the tip at checkout, and total then includes it', async () => {
    const { id, checkout_url, total } = await gateway.createPayment({
      tip_enabled: true,
      tip_customer_selectable: true,
      tip_preset_percentages: [10],
      tip_allow_custom: true,
      tip_max_amount: 50,
    })
    expect(total).toBe(100)
    const tooMuch = await submit(checkout_url, { ...card, tip: 'custom', tip_custom: '51' })
    expect(tooMuch.status).toBe(422)
    await submit(checkout_url, { ...card, tip: '10' })
    const { body } = await gateway.call('GET', `/v1/payments/${id}`)
    expect(body).toMatchObject({ status: 'paid', amount: 100, total: 110 })
  })
})
