import { describe, expect, test } from 'vitest'
import { CARDS } from '../contract/support/harness.ts'
import { groupedDigits, nonTestCard } from '../support/non-test-card.ts'
import { useGateway } from '../support/use-world.ts'
import { formKeyOf, hostedPages, locationOf, TYPED_CARD } from './support/hosted-pages.ts'

describe('1.2 Hosted checkout', () => {
  const gateway = useGateway()

  const { open, send: submit, sendAndFollow } = hostedPages(() => gateway)
  const card = TYPED_CARD

  const plain = (page: string): string => page.replaceAll('\u00a0', ' ')

  const statusOf = async (id: number) =>
    (await gateway.call('GET', `/v1/payments/${id}`)).body.status

  test("the page shows amount, merchant, name and description in the customer's language", async () => {
    const { checkout_url } = await gateway.createPayment({
      amount: 1234.5,
      name: 'Pedido <b>7</b>',
      description: 'Café & pan',
    })
    const spanish = await open(checkout_url)
    expect(spanish.status).toBe(200)
    expect(spanish.body).toContain('1,234.50')
    expect(spanish.body).toContain('Pedido &lt;b&gt;7&lt;/b&gt;')
    expect(spanish.body).toContain('Café &amp; pan')
    expect(spanish.body).toContain('<html lang="es">')
    const english = await open(checkout_url, { 'accept-language': 'en' })
    expect(english.body).toContain('Name on card')
    expect((await open(`${checkout_url}?lang=en`)).body).toContain('<html lang="en">')
  })

  test('the page has a strict CSP and runs only its own script', async () => {
    const { checkout_url } = await gateway.createPayment({ success_url: 'https://shop.hn/ok' })
    const { headers, body } = await open(checkout_url)
    const policy = headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("form-action 'self' https://shop.hn")
    expect(policy).toContain("script-src 'self';")
    expect(body.match(/<script[^>]*>/g)).toEqual([
      '<script type="module" src="/embed/v1/assets/card-input.js">',
    ])
  })

  test('a success_url cannot widen the CSP', async () => {
    const { checkout_url } = await gateway
      .createPayment({
        success_url: "https://shop.hn;script-src 'unsafe-inline'/ok",
      })
      .catch(() => gateway.createPayment({ success_url: 'https://a;sandbox/ok' }))
    const { headers } = await open(checkout_url)
    expect(headers.get('content-security-policy')).not.toMatch(/unsafe|sandbox/)
  })

  test('an approved payment redirects to a success screen, and a reload charges nothing', async () => {
    const { id, checkout_url } = await gateway.createPayment()
    const posted = await submit(checkout_url, card)
    expect(posted.status).toBe(303)
    const success = posted.headers.get('location') ?? ''
    expect((await open(success)).body).toContain('Pago aprobado')
    expect((await open(success)).body).toContain('1111')
    expect((await open(success)).body).toContain('El pago está completo.')
    expect((await open(success)).body).toContain('(hora de Honduras)')
    const [receipt = ''] = /\/receipts\/[^"]+/.exec((await open(success)).body) ?? []
    expect((await open(receipt)).status).toBe(200)
    expect(await statusOf(id)).toBe('paid')
  })

  test('an approved payment redirects to success_url', async () => {
    const { checkout_url } = await gateway.createPayment({ success_url: 'https://shop.hn/ok?a=1' })
    const posted = await submit(checkout_url, card)
    expect(posted.headers.get('location')).toBe('https://shop.hn/ok?a=1')
  })

  test('a declined customer sees the reason and can try again', async () => {
    const { id, checkout_url } = await gateway.createPayment()
    const posted = await submit(checkout_url, { ...card, number: CARDS.noFunds })
    expect(posted.status).toBe(303)
    const page = await open(posted.headers.get('location') ?? '')
    expect(page.body).toContain('no tiene fondos')
    expect(await statusOf(id)).toBe('pending')
    await submit(checkout_url, card)
    expect(await statusOf(id)).toBe('paid')
  })

  test('the page lists errors by field and never returns the card', async () => {
    const { checkout_url } = await gateway.createPayment()
    const page = await submit(checkout_url, {
      number: nonTestCard(),
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

  test.each(['01/20', '1', 'abc', '00/40', ''])('the expiry %j is rejected', async (expiry) => {
    const { id, checkout_url } = await gateway.createPayment()
    expect((await submit(checkout_url, { ...card, expiry })).status).toBe(422)
    expect(await statusOf(id)).toBe('pending')
  })

  test('a double click charges once, even for a reusable payment', async () => {
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

  test('a paid link shows that it is paid', async () => {
    const { id, checkout_url } = await gateway.createPayment()
    await gateway.pay({ payment_id: id })
    expect((await open(checkout_url)).body).toContain('Este pago ya se realizó')
    expect((await submit(checkout_url, card)).status).toBe(303)
  })

  test('an expired link shows its expiry and accepts no card', async () => {
    const expires_at = new Date((await gateway.now()).getTime() + 60_000).toISOString()
    const { checkout_url } = await gateway.createPayment({ expires_at })
    await gateway.advance(61)
    const page = await open(checkout_url)
    expect([page.status, page.body.includes('Este enlace venció')]).toEqual([410, true])
    await submit(checkout_url, card)
    await gateway.advance(301)
    expect((await open(checkout_url)).status).toBe(410)
  })

  test('an unknown link shows a 404 page', async () => {
    for (const slug of ['abcdefabcdef', 'x', '%00', '..%2f']) {
      const page = await gateway.call('GET', `/checkout/${slug}`, { key: null })
      expect(page.status).toBe(404)
      expect(page.headers.get('content-type')).toContain('text/html')
    }
  })

  test('4.3 lock_customer_fields makes prefilled fields read-only and leaves others editable', async () => {
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

  test('4.3 prefilled fields are editable by default', async () => {
    const { checkout_url } = await gateway.createPayment({ customer: { name: 'Ana' } })
    const { body } = await open(checkout_url)
    expect(body).toContain('value="Ana"')
    expect(body).not.toContain('readonly')
  })

  test('4.3 the total includes a tip that the customer picks at checkout', async () => {
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

  test('4.3 tax and fee include the tip, and the page shows the total before payment', async () => {
    const { id, checkout_url } = await gateway.createPayment({
      sales_tax_type: 'percentage',
      sales_tax_value: 15,
      service_fee_enabled: true,
      tip_enabled: true,
      tip_customer_selectable: true,
      tip_preset_percentages: [10],
      tip_allow_custom: true,
      tip_min_amount: 5,
    })
    const form = await open(checkout_url)
    const offered =
      /value="10"> <span>10 % \(L 10\.00\)<\/span> <span class="mild">total ([^<]+)</.exec(
        plain(form.body),
      )?.[1]
    const asked = await submit(checkout_url, {
      ...card,
      tip: 'custom',
      tip_custom: '10.00',
      show_total: 'Ver el total',
    })
    expect(asked.status).toBe(200)
    expect(plain(asked.body)).toContain(`<strong>${offered}</strong>`)
    for (const line of ['<dt>Propina</dt><dd>L 10.00', '<dt>Impuesto</dt><dd>L 16.50']) {
      expect(plain(asked.body)).toContain(line)
    }
    expect(asked.body).not.toContain('4111 1111 1111 1111"')
    expect(await statusOf(id)).toBe('pending')

    await submit(checkout_url, { ...card, tip: 'custom', tip_custom: '10.00', tip_shown: '1000' })
    const paid = await gateway.getPayment(id)
    expect(paid).toMatchObject({ status: 'paid', subtotal: 110, sales_tax_amount: 16.5 })
    expect(`L ${paid.total.toFixed(2)}`).toBe(offered)
    expect(paid.total).toBeCloseTo(
      paid.subtotal + paid.sales_tax_amount + paid.service_fee_amount,
      2,
    )
  })

  test.each([
    ['4.99', 422],
    ['20.01', 422],
    ['-6', 422],
    ['abc', 422],
    ['6.001', 422],
    ['5', 303],
    ['20', 303],
    ['', 303],
  ])('4.3 a typed tip of %j within 5 and 20 gets %i', async (tip_custom, status) => {
    const { checkout_url } = await gateway.createPayment({
      tip_enabled: true,
      tip_customer_selectable: true,
      tip_allow_custom: true,
      tip_min_amount: 5,
      tip_max_amount: 20,
    })
    const tip_shown = String(Number(tip_custom) * 100)
    const sent = await submit(checkout_url, { ...card, tip: 'custom', tip_custom, tip_shown })
    expect(sent.status).toBe(status)
    if (status === 422) expect(plain(sent.body)).toContain('De L 5.00 a L 20.00.')
    if (tip_custom === '4.99') expect(plain(sent.body)).toContain('de al menos L 5.00.')
    if (tip_custom === '20.01') expect(plain(sent.body)).toContain('no puede pasar de L 20.00.')
  })

  test('a typed tip is charged only after the customer has seen its total', async () => {
    const { id, checkout_url } = await gateway.createPayment({
      amount: 250,
      tip_enabled: true,
      tip_customer_selectable: true,
      tip_allow_custom: true,
    })
    expect((await open(checkout_url)).body).toContain('Monto sin propina')
    const typed = { ...card, tip: 'custom', tip_custom: '77' }
    const asked = await submit(checkout_url, { ...typed, tip_shown: '0' })
    expect(asked.status).toBe(200)
    expect(plain(asked.body)).toContain('<h2>El total es L 327.00')
    expect(plain(asked.body)).toContain('Total con propina de L 77.00')
    expect(asked.body).toContain('name="tip_shown" value="7700"')
    expect(asked.body).not.toContain('4111 1111 1111 1111"')
    expect(await statusOf(id)).toBe('pending')

    const changed = await submit(checkout_url, { ...typed, tip_custom: '78', tip_shown: '7700' })
    expect(plain(changed.body)).toContain('<h2>El total es L 328.00')
    expect((await submit(checkout_url, { ...typed, tip_shown: '7700' })).status).toBe(303)
    expect(await gateway.getPayment(id)).toMatchObject({ status: 'paid', total: 327 })
  })

  test('4.3 the page neither offers nor accepts a percentage out of bounds', async () => {
    const { id, checkout_url } = await gateway.createPayment({
      tip_enabled: true,
      tip_customer_selectable: true,
      tip_preset_percentages: [10, 50],
      tip_max_amount: 20,
    })
    expect((await open(checkout_url)).body).not.toContain('value="50"')
    expect((await submit(checkout_url, { ...card, tip: '50' })).status).toBe(422)
    expect(await statusOf(id)).toBe('pending')
  })

  const presetsOnly = {
    tip_enabled: true,
    tip_customer_selectable: true,
    tip_preset_percentages: [10],
    tip_allow_custom: false,
  }

  test.each([
    [{ tip: '7' }, 422],
    [{ tip: 'custom', tip_custom: '7' }, 422],
    [{ tip: 'lots' }, 422],
    [{ tip: '10' }, 303],
    [{ tip: '0' }, 303],
    [{}, 303],
  ])('4.3 without custom tips, the page responds to %j with %i', async (tip, status) => {
    const { checkout_url } = await gateway.createPayment(presetsOnly)
    const sent = await submit(checkout_url, { ...card, ...tip })
    expect(sent.status).toBe(status)
    if (status === 422) expect(sent.body).toContain('role="alert"')
  })

  test.each([
    [7, 422],
    [10, 200],
    [0, 200],
  ])(
    '4.3 without custom tips, POST /sandbox/pay responds to a tip of %d with %i',
    async (tip, status) => {
      const { id } = await gateway.createPayment(presetsOnly)
      const sent = await gateway.pay({ payment_id: id, tip })
      expect(sent.status).toBe(status)
      expect((await gateway.getPayment(id)).total).toBe(status === 200 ? 100 + tip : 100)
    },
  )

  test('4.3 a fixed tip is a separate line without a choice', async () => {
    const { checkout_url } = await gateway.createPayment({
      tip_enabled: true,
      tip_type: 'fixed',
      tip_value: 12,
    })
    const { body } = await open(checkout_url)
    expect(plain(body)).toContain('<dt>Propina</dt><dd>L 12.00')
    expect(body).not.toContain('name="tip"')
  })

  test('the form keeps its input after a decline, except number and CVC', async () => {
    const { id, checkout_url } = await gateway.createPayment({
      customer: { email: 'del-comercio@ejemplo.hn' },
      tip_enabled: true,
      tip_customer_selectable: true,
      tip_preset_percentages: [10],
    })
    const typed = {
      customer_name: 'Ana <Mejía>',
      customer_email: 'ana@ejemplo.hn',
      customer_phone: '9999-0000',
      customer_identity_number: '0801-1990-12345',
      tip: '10',
    }
    const sent = { ...card, ...typed, number: CARDS.declined, cvc: '987' }
    const form = await sendAndFollow(checkout_url, sent)
    expect(form.body).toContain('value="Ana &lt;Mejía&gt;"')
    for (const text of ['ana@ejemplo.hn', '9999-0000', '0801-1990-12345', '12/40', 'Ana']) {
      expect(form.body).toContain(`value="${text}"`)
    }
    expect(form.body).toContain('value="10" checked')
    expect(form.body).not.toContain(CARDS.declined)
    expect(form.body).not.toContain('987')
    // Only the browser that sent the form can see its input.
    expect((await open(checkout_url)).body).not.toContain('9999-0000')

    await submit(checkout_url, card)
    expect(await statusOf(id)).toBe('paid')
    expect((await open(form.url)).body).not.toContain('9999-0000')
  })

  test('reloading a declined form charges nothing and shows the same decline', async () => {
    const { checkout_url } = await gateway.createPayment()
    const form_key = crypto.randomUUID()
    const declined = { ...card, number: CARDS.declined, form_key }
    const first = await submit(checkout_url, declined)
    // A repeated form key ignores the approved card.
    const second = await submit(checkout_url, { ...card, form_key })
    expect(locationOf(second)).toBe(locationOf(first))
    const page = await open(locationOf(first))
    expect(page.body).toContain('no autorizó')
    expect(formKeyOf(page.body)).not.toBe(form_key)
  })

  test.each([
    [CARDS.declined, 'no autorizó la compra', 'did not authorise'],
    [CARDS.noFunds, 'no tiene fondos', 'insufficient funds'],
    [CARDS.expired, 'está vencida', 'has expired'],
    [CARDS.processorError, 'no pudo completar la operación', 'could not complete'],
  ])(
    'a decline of card %s shows its reason in both languages',
    async (number, spanish, english) => {
      const { checkout_url } = await gateway.createPayment()
      const form = await sendAndFollow(checkout_url, { ...card, number })
      expect(form.body).toContain(spanish)
      expect((await open(form.url.replace('lang=es', 'lang=en'))).body).toContain(english)
    },
  )

  test('1.5 the frictionless card is approved immediately', async () => {
    const { id, checkout_url } = await gateway.createPayment()
    await sendAndFollow(checkout_url, { ...card, number: CARDS.frictionless })
    expect(await statusOf(id)).toBe('paid')
  })

  test('a card number in the wrong field is neither stored nor shown again', async () => {
    const { checkout_url } = await gateway.createPayment()
    const stray = { ...card, holder: groupedDigits(nonTestCard()), customer_name: nonTestCard() }
    const page = await submit(checkout_url, stray)
    expect(page.status).toBe(422)
    expect(page.body).toContain('No escriba aquí el número de la tarjeta')
    expect(page.body).not.toContain('4242')
  })

  test('unusual text does not crash the form', async () => {
    const { checkout_url } = await gateway.createPayment({ reusable: true })
    const odd = ['\u0000', 'a'.repeat(100_000), '\ufffd', '\u202e<script>', "';--", '%00']
    for (const text of odd) {
      const fields = { customer_identity_number: text, customer_name: text, tip: text }
      for (const number of [CARDS.declined, CARDS.approved, text]) {
        const sent = await submit(checkout_url, { ...card, ...fields, number })
        expect([303, 422]).toContain(sent.status)
        const attempt = encodeURIComponent(text)
        expect((await open(`${checkout_url}?attempt=${attempt}`)).status).toBeLessThan(500)
      }
    }
  })

  test('4.15 the checkout offers no card saving unless the account allows it', async () => {
    const { checkout_url } = await gateway.createPayment({
      customer: { identity_number: '0801-1' },
    })
    expect((await open(checkout_url)).body).not.toContain('name="save_card"')
    await submit(checkout_url, { ...card, save_card: 'yes' })
    const cards = await gateway.call('GET', '/v1/payment-methods?customer[identity_number]=0801-1')
    expect(cards.body.data).toEqual([])
  })

  describe('4.15 an account with card saving at checkout', () => {
    const saving = <T>(work: () => Promise<T>) =>
      gateway.withProfile({ save_card_at_checkout: true }, work)
    const savedFor = async (identity: string) =>
      (await gateway.call('GET', `/v1/payment-methods?customer[identity_number]=${identity}`)).body
        .data

    test('a consented card is saved under the typed identity', () =>
      saving(async () => {
        const { id, checkout_url } = await gateway.createPayment({
          customer: { identity_number: '0801-merchant' },
        })
        expect((await open(checkout_url)).body).toContain('type="checkbox" id="save_card"')
        const customer_identity_number = '0801-typed'
        await submit(checkout_url, { ...card, customer_identity_number, save_card: 'yes' })
        expect(await savedFor('0801-typed')).toMatchObject([{ last_four: '1111' }])
        expect(await savedFor('0801-merchant')).toEqual([])
        // The payment's own customer stays the prefill (1.6).
        const { customer } = await gateway.getPayment(id)
        expect(customer.identity_number).toBe('0801-merchant')
      }))

    test('a customer cannot override a locked identity', () =>
      saving(async () => {
        const { checkout_url } = await gateway.createPayment({
          customer: { identity_number: '0801-locked' },
          lock_customer_fields: true,
        })
        const customer_identity_number = '0801-forged'
        await submit(checkout_url, { ...card, customer_identity_number, save_card: 'yes' })
        expect(await savedFor('0801-forged')).toEqual([])
        expect(await savedFor('0801-locked')).toHaveLength(1)
      }))

    test('consent requires an identity, and no card is saved without consent', () =>
      saving(async () => {
        const { id, checkout_url } = await gateway.createPayment()
        const consent = { ...card, save_card: 'yes' }
        const asked = await submit(checkout_url, consent)
        expect([asked.status, asked.body.includes('Para guardar la tarjeta')]).toEqual([422, true])
        expect(asked.body).toMatch(/name="save_card" value="yes" checked/)
        expect(await statusOf(id)).toBe('pending')
        await submit(checkout_url, { ...card, customer_identity_number: '0801-none' })
        expect(await savedFor('0801-none')).toEqual([])
      }))

    test('the form offers no consent while mode 3A is off', () =>
      gateway.withProfile({ save_card_at_checkout: true, tokenized_charge: false }, async () => {
        const { checkout_url } = await gateway.createPayment()
        expect((await open(checkout_url)).body).not.toContain('name="save_card"')
      }))
  })

  test('2.1 a payment of another mode cannot be paid at its checkout_url', async () => {
    const { body } = await gateway.call('POST', '/embed/v1/confirm', {
      body: {
        amount: 100,
        currency_code: 'HNL',
        payment_token: await gateway.token({ number: CARDS.declined }),
        publishable_key: 'pk_test_sandbox',
        external_reference: 'embedded-1',
      },
    })
    expect(body.status).toBe('declined')
    const list = await gateway.call('GET', '/v1/payments?external_reference=embedded-1')
    const [{ id, checkout_url }] = list.body.data
    const page = await open(checkout_url)
    expect([page.status, page.body.includes('Pague en la página del comercio')]).toEqual([
      410,
      true,
    ])
    const sent = await submit(checkout_url, card)
    expect((await open(locationOf(sent))).status).toBe(410)
    expect(await statusOf(id)).toBe('pending')
  })

  test('a disabled link shows that and accepts no card', async () => {
    const { id, checkout_url } = await gateway.createPayment({ cancel_url: 'https://shop.hn/no' })
    await gateway.control('POST', '/portal/disable', { payment_id: id })
    const page = await open(checkout_url)
    expect([page.status, page.body.includes('Este enlace está deshabilitado')]).toEqual([410, true])
    expect(page.body).toContain('href="https://shop.hn/no"')
    await submit(checkout_url, card)
    expect(await statusOf(id)).toBe('disabled')
  })

  test('3 a decline that disables the payment still shows its reason', async () => {
    await gateway.withProfile({ declined_charge: 'disables_payment' }, async () => {
      const { checkout_url } = await gateway.createPayment()
      const page = await sendAndFollow(checkout_url, { ...card, number: CARDS.noFunds })
      expect([page.status, page.body.includes('fondos suficientes')]).toEqual([410, true])
    })
  })
})
