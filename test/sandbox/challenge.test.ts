import { describe, expect, test } from 'vitest'
import { CARDS, PUBLISHABLE_KEY } from '../contract/support/harness.ts'
import { startReceiver } from '../contract/support/receiver.ts'
import { eventually } from '../support/eventually.ts'
import { useGateway, useStarted } from '../support/use-world.ts'
import { hostedPages, locationOf, TYPED_CARD } from './support/hosted-pages.ts'

const receiver = useStarted(startReceiver)
const gateway = useGateway(() => ({ SANDBOX_WEBHOOK_URL: receiver.url }))

const { open, send, sendAndFollow, meetChallenge } = hostedPages(() => gateway)

const WINDOW_SECONDS = 15 * 60

const eventsOf = (id: number): string[] =>
  receiver.received.filter(({ event }) => event.data.id === id).map(({ event }) => event.type)

const transactionsTold = (id: number): string[] =>
  receiver.received
    .filter(({ event }) => event.data.id === id)
    .map(({ event }) => event.data.transaction_id)

const hasEvents = (id: number, types: string[]) =>
  eventually(async () => eventsOf(id).join() === types.join())

const confirmChallenge = async (fields: Record<string, string> = {}) => {
  const { status, body } = await gateway.call('POST', '/embed/v1/confirm', {
    body: {
      amount: 250,
      currency_code: 'HNL',
      payment_token: await gateway.token({ number: CARDS.challenge }),
      publishable_key: PUBLISHABLE_KEY,
      ...fields,
    },
  })
  expect([status, body.status]).toEqual([202, 'pending'])
  return body
}

const paymentOf = async (transactionId: string) => {
  const { body } = await gateway.call('GET', '/v1/payments?per_page=100')
  return body.data.find((each: { transaction_id: string }) => each.transaction_id === transactionId)
}

const answer = (transactionId: string, outcome: unknown) =>
  gateway.call('POST', `/sandbox/challenges/${transactionId}`, { key: null, body: { outcome } })

describe("1.5 The bank's page, from the hosted checkout", () => {
  test('the page shows merchant, amount, card and the effect of each button in both languages', async () => {
    const { checkout_url } = await gateway.createPayment({ amount: 1234.5 })
    const url = await meetChallenge(checkout_url)
    const spanish = await open(url)
    expect(spanish.status).toBe(200)
    for (const shown of ['Comercio de prueba', '1,234.50', 'VISA ···· 3220', 'Código']) {
      expect(spanish.body).toContain(shown)
    }
    for (const [outcome, label] of [
      ['authenticated', 'Autorizar la compra'],
      ['failed', 'Rechazar la autenticación'],
      ['abandoned', 'Salir sin responder'],
    ]) {
      expect(spanish.body).toMatch(
        new RegExp(`<button type="submit" name="outcome" value="${outcome}"[^>]*>${label}`),
      )
    }
    const english = await open(url.replace('lang=es', 'lang=en'))
    expect(english.body).toContain('Leave without answering')
    expect(english.body).not.toContain('<script')
  })

  test("the page keeps the checkout's language", async () => {
    const { checkout_url } = await gateway.createPayment()
    const url = await meetChallenge(`${checkout_url}?lang=en`)
    expect((await open(url)).body).toContain('<html lang="en">')
  })

  test("an authenticated challenge approves the payment, and a reload of the bank's page shows it", async () => {
    const { id, checkout_url } = await gateway.createPayment()
    const url = await meetChallenge(checkout_url)
    const approved = await sendAndFollow(url, { outcome: 'authenticated', code: '123456' })
    expect(approved.body).toContain('Pago aprobado')
    expect(approved.body).toContain('3220')
    expect((await gateway.getPayment(id)).status).toBe('paid')
    await hasEvents(id, ['payment.approved'])

    const again = await open(url)
    expect([again.status, again.body.includes('Su banco lo autenticó')]).toEqual([200, true])
    await send(url, { outcome: 'failed' })
    expect((await gateway.getPayment(id)).status).toBe('paid')
  })

  test('an authenticated challenge redirects to success_url', async () => {
    const { checkout_url } = await gateway.createPayment({ success_url: 'https://shop.hn/ok?a=1' })
    const url = await meetChallenge(checkout_url)
    const sent = await send(url, { outcome: 'authenticated' })
    expect(locationOf(sent)).toBe('https://shop.hn/ok?a=1')
    expect((await open(url)).body).toContain('href="https://shop.hn/ok?a=1"')
  })

  test('a failed challenge returns to the form, which keeps the input and explains the decline', async () => {
    const { id, checkout_url } = await gateway.createPayment()
    const typed = { holder: 'Ana Mejía', customer_email: 'ana@ejemplo.hn' }
    const form = await sendAndFollow(await meetChallenge(checkout_url, typed), {
      outcome: 'failed',
    })
    expect(form.body).toContain('Su banco no pudo confirmar que la compra es suya.')
    expect(form.body).toContain('value="Ana Mejía"')
    expect(form.body).toContain('value="ana@ejemplo.hn"')
    expect((await open(form.url.replace('lang=es', 'lang=en'))).body).toContain(
      'Your bank could not confirm',
    )
    await hasEvents(id, ['payment.failed'])

    await send(checkout_url, TYPED_CARD)
    expect((await gateway.getPayment(id)).status).toBe('paid')
  })

  test('an abandoned challenge changes nothing, and the form offers to resume or use another card', async () => {
    const { id, checkout_url } = await gateway.createPayment()
    const url = await meetChallenge(checkout_url)
    const form = await sendAndFollow(url, { outcome: 'abandoned' })
    expect(form.body).toContain('Continuar la autenticación')
    expect((await gateway.getPayment(id)).status).toBe('pending')
    expect((await open(url)).body).toContain('Autorizar la compra')

    await gateway.advance(WINDOW_SECONDS)
    await hasEvents(id, ['payment.failed'])
    expect((await open(form.url)).body).toContain('no pudo confirmar')
  })

  test('the form forgets its input once an abandoned challenge expires', async () => {
    const { id, checkout_url } = await gateway.createPayment()
    const url = await meetChallenge(checkout_url, { customer_email: 'ana@ejemplo.hn' })
    const form = await sendAndFollow(url, { outcome: 'abandoned' })
    expect(form.body).toContain('ana@ejemplo.hn')
    await gateway.advance(WINDOW_SECONDS)
    await hasEvents(id, ['payment.failed'])
    expect((await open(form.url)).body).not.toContain('ana@ejemplo.hn')
  })

  test('a challenge charges nothing after another card has paid', async () => {
    const { id, checkout_url } = await gateway.createPayment()
    const url = await meetChallenge(checkout_url)
    const tab = await open(checkout_url)
    expect([tab.status, tab.body.includes('name="number"')]).toEqual([200, true])
    await send(checkout_url, TYPED_CARD)
    const { transaction_id } = await gateway.getPayment(id)

    expect((await open(url)).body).toContain('Este pago ya no está pendiente')
    await send(url, { outcome: 'authenticated' })
    const challenged = new URL(url, gateway.sandbox.url).pathname.split('/').at(-1) ?? ''
    expect((await answer(challenged, 'authenticated')).body.status).toBe('declined')
    expect(await gateway.getPayment(id)).toMatchObject({ status: 'paid', transaction_id })
    await hasEvents(id, ['payment.approved', 'payment.failed'])
  })

  test('submitting a form twice returns the first challenge', async () => {
    const { checkout_url } = await gateway.createPayment()
    const form_key = crypto.randomUUID()
    const one = await meetChallenge(checkout_url, { form_key })
    expect(await meetChallenge(checkout_url, { form_key })).toBe(one)
  })

  test('a consented card is saved only after authentication', async () => {
    await gateway.withProfile({ save_card_at_checkout: true }, async () => {
      const { checkout_url } = await gateway.createPayment()
      const customer_identity_number = '0801199012345'
      const url = await meetChallenge(checkout_url, { customer_identity_number, save_card: 'yes' })
      const path = `/v1/payment-methods?customer[identity_number]=${customer_identity_number}`
      expect((await gateway.call('GET', path)).body.data).toEqual([])
      await send(url, { outcome: 'authenticated' })
      expect((await gateway.call('GET', path)).body.data).toMatchObject([{ last_four: '3220' }])
    })
  })
})

describe("4.13 The bank's page, from authentication_url", () => {
  const success_redirect_url = 'https://shop.hn/paid?order=7&x=a%20b'
  const failed_redirect_url = 'https://pay.shop.hn/failed?order=7'

  test('an authenticated challenge redirects to success_redirect_url with its query', async () => {
    const pending = await confirmChallenge({ success_redirect_url, failed_redirect_url })
    const sent = await send(pending.authentication_url, { outcome: 'authenticated' })
    expect([sent.status, locationOf(sent)]).toEqual([303, success_redirect_url])
    const { id, status } = await paymentOf(pending.transaction_id)
    expect(status).toBe('paid')
    await hasEvents(id, ['payment.approved'])
  })

  test('a failed challenge redirects to failed_redirect_url with its query', async () => {
    const pending = await confirmChallenge({ success_redirect_url, failed_redirect_url })
    const sent = await send(pending.authentication_url, { outcome: 'failed' })
    expect(locationOf(sent)).toBe(failed_redirect_url)
    const { id, status } = await paymentOf(pending.transaction_id)
    expect(status).toBe('pending')
    await hasEvents(id, ['payment.failed'])
  })

  test('a redirect URL with non-ASCII characters works', async () => {
    const pending = await confirmChallenge({ success_redirect_url: 'https://shop.hn/pagó/✓?n=ñ' })
    const sent = await send(pending.authentication_url, { outcome: 'authenticated' })
    expect(sent.status).toBe(303)
    expect(locationOf(sent)).toBe('https://shop.hn/pag%C3%B3/%E2%9C%93?n=%C3%B1')
  })

  test('an abandoned challenge does not redirect to failed_redirect_url and can be resumed', async () => {
    const pending = await confirmChallenge({ success_redirect_url, failed_redirect_url })
    const left = await sendAndFollow(pending.authentication_url, { outcome: 'abandoned' })
    expect([left.status, left.body.includes('Salió sin responder')]).toEqual([200, true])
    expect(left.body).toContain('Responder ahora')
    const { id } = await paymentOf(pending.transaction_id)
    expect(eventsOf(id)).toEqual([])
    await gateway.advance(WINDOW_SECONDS)
    await hasEvents(id, ['payment.failed'])
  })

  test.each([
    ['authenticated', 'Pago aprobado'],
    ['failed', 'El pago no se realizó'],
  ])(
    'a challenge that is %s without redirect URLs shows a plain screen',
    async (outcome, title) => {
      const { authentication_url } = await confirmChallenge()
      const screen = await sendAndFollow(authentication_url, { outcome })
      expect(screen.body).toContain(`<h1>${title}</h1>`)
      expect(screen.body).toContain('Puede cerrar esta ventana')
    },
  )

  test('any site may frame the page, and its form may redirect to the merchant', async () => {
    const pending = await confirmChallenge({ success_redirect_url, failed_redirect_url })
    const { headers } = await open(pending.authentication_url)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).not.toContain('frame-ancestors')
    expect(headers.has('x-frame-options')).toBe(false)
    expect(policy).toMatch(/form-action 'self' [^;]*https:\/\/shop\.hn/)
    expect(policy).toMatch(/form-action 'self' [^;]*https:\/\/pay\.shop\.hn/)
    const { checkout_url } = await gateway.createPayment()
    const form = await open(checkout_url)
    expect(form.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  test('the link expires after 15 minutes of sandbox time, answered or not', async () => {
    const unanswered = await confirmChallenge({ failed_redirect_url })
    const answered = await confirmChallenge({ success_redirect_url })
    await send(answered.authentication_url, { outcome: 'authenticated' })
    const expires = Number(new URL(unanswered.authentication_url).searchParams.get('expires'))
    expect(expires - (await gateway.now()).getTime() / 1000).toBeGreaterThan(WINDOW_SECONDS - 30)

    await gateway.advance(WINDOW_SECONDS - 30)
    expect((await open(unanswered.authentication_url)).status).toBe(200)
    await gateway.advance(30)
    const over = await open(unanswered.authentication_url)
    expect([over.status, over.body.includes('La autenticación venció')]).toEqual([410, true])
    expect(over.body).toContain(failed_redirect_url)
    expect((await send(unanswered.authentication_url, { outcome: 'authenticated' })).status).toBe(
      410,
    )
    expect((await paymentOf(unanswered.transaction_id)).status).toBe('pending')
    const paid = await open(answered.authentication_url)
    expect([paid.status, paid.body.includes('El pago fue aprobado')]).toEqual([410, true])
  })

  test('a gateway that never ends challenges keeps the attempt pending and expires the link', async () => {
    await gateway.withProfile({ abandoned_challenge: 'never_ends' }, async () => {
      const pending = await confirmChallenge()
      await gateway.advance(2 * WINDOW_SECONDS)
      expect((await open(pending.authentication_url)).status).toBe(410)
      expect((await answer(pending.transaction_id, 'authenticated')).status).toBe(422)
      const { id, status } = await paymentOf(pending.transaction_id)
      expect([status, eventsOf(id)]).toEqual(['pending', []])
    })
  })

  test('a link with a wrong signature shows an explanation', async () => {
    const { authentication_url, transaction_id } = await confirmChallenge()
    const { pathname, searchParams } = new URL(authentication_url)
    const signature = searchParams.get('signature') ?? ''
    const later = String(Number(searchParams.get('expires')) + 3600)
    const forged = [
      pathname,
      `${pathname}?expires=${searchParams.get('expires')}`,
      `${pathname}?${new URLSearchParams({ expires: later, signature })}`,
      `${pathname}?${new URLSearchParams({ expires: later, signature: 'ñ'.repeat(64) })}`,
      authentication_url.replace(transaction_id, crypto.randomUUID()),
      authentication_url.replace(transaction_id, '%00'),
    ]
    for (const url of forged) {
      for (const page of [await open(url), await send(url, { outcome: 'authenticated' })]) {
        expect([page.status, page.body.includes('Este enlace no es válido')]).toEqual([403, true])
      }
    }
    expect((await paymentOf(transaction_id)).status).toBe('pending')
  })

  test.each<Record<string, string>>([{}, { outcome: 'paid' }, { outcome: '' }])(
    'the page rejects the answer %j',
    async (fields) => {
      const { authentication_url, transaction_id } = await confirmChallenge()
      const page = await send(authentication_url, fields)
      expect([page.status, page.body.includes('Elija una respuesta')]).toEqual([422, true])
      expect((await paymentOf(transaction_id)).status).toBe('pending')
    },
  )

  test('malformed bodies do not crash the page', async () => {
    const { authentication_url } = await confirmChallenge()
    const { pathname, search } = new URL(authentication_url)
    for (const body of ['{"outcome":"authenticated"}', '{', '"', 'a'.repeat(2_000_000)]) {
      const { status } = await gateway.call('POST', pathname + search, { key: null, body })
      expect([413, 422]).toContain(status)
    }
  })
})

describe('POST /sandbox/challenges/{transaction_id}', () => {
  test('an authenticated answer approves the charge', async () => {
    const { transaction_id } = await confirmChallenge()
    const { status, body } = await answer(transaction_id, 'authenticated')
    expect([status, body]).toEqual([200, { status: 'approved', transaction_id }])
  })

  test('a failed answer declines the charge with 1A', async () => {
    const { transaction_id } = await confirmChallenge()
    const { body } = await answer(transaction_id, 'failed')
    expect(body).toMatchObject({ status: 'declined', transaction_id, IsoResponseCode: '1A' })
    expect(body.Errors[0].Code).toBe('1A')
  })

  test('an abandoned answer leaves the charge pending and returns its URL', async () => {
    const { transaction_id, authentication_url } = await confirmChallenge()
    const { body } = await answer(transaction_id, 'abandoned')
    expect(body).toEqual({ status: 'pending', transaction_id, authentication_url })
    expect((await answer(transaction_id, 'authenticated')).body.status).toBe('approved')
  })

  test('an answered challenge rejects another answer with 422', async () => {
    const { transaction_id } = await confirmChallenge()
    await answer(transaction_id, 'failed')
    const again = await answer(transaction_id, 'authenticated')
    expect([again.status, Object.keys(again.body.errors)]).toEqual([422, ['transaction_id']])
    const { transactionId } = await gateway.payNew()
    expect((await answer(transactionId, 'authenticated')).status).toBe(422)
  })

  test('an unknown transaction gets 404, and an unknown outcome 422', async () => {
    expect((await answer(crypto.randomUUID(), 'authenticated')).status).toBe(404)
    expect((await answer('%00', 'authenticated')).status).toBe(404)
    const { transaction_id } = await confirmChallenge()
    for (const outcome of ['yes', null, {}, undefined]) {
      expect((await answer(transaction_id, outcome)).status).toBe(422)
    }
  })

  test('the route also answers a challenge from /sandbox/pay', async () => {
    const { id } = await gateway.createPayment()
    const { body } = await gateway.pay({ payment_id: id, number: CARDS.challenge })
    expect(body.status).toBe('pending')
    expect((await open(body.authentication_url)).status).toBe(200)
    await answer(body.transaction_id, 'authenticated')
    expect((await gateway.getPayment(id)).status).toBe('paid')
  })

  test('concurrent answers count once', async () => {
    const { transaction_id } = await confirmChallenge()
    const answers = await Promise.all(
      ['authenticated', 'failed', 'authenticated', 'failed'].map((outcome) =>
        answer(transaction_id, outcome),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { id } = await paymentOf(transaction_id)
    await eventually(async () => eventsOf(id).length > 0)
    expect(eventsOf(id)).toHaveLength(1)
  })
})

describe('4.13 The final event of a challenge, after its payment has changed', () => {
  const challenged = async () => {
    const { id } = await gateway.createPayment()
    const { body } = await gateway.pay({ payment_id: id, number: CARDS.challenge })
    return { id, transactionId: body.transaction_id }
  }

  test.each(['authenticated', 'failed'])(
    'a challenge that is %s after the payment was disabled sends payment.failed',
    async (outcome) => {
      const { id, transactionId } = await challenged()
      await gateway.call('POST', '/sandbox/portal/disable', { key: null, body: { payment_id: id } })
      expect((await answer(transactionId, outcome)).body.status).toBe('declined')
      await hasEvents(id, ['payment.failed'])
      expect((await gateway.call('GET', `/v1/payments/${id}`)).body.status).toBe('disabled')
    },
  )

  test('a challenge authenticated after another card has paid charges nothing', async () => {
    const { id, transactionId } = await challenged()
    const paid = await gateway.pay({ payment_id: id })
    expect((await answer(transactionId, 'authenticated')).body.status).toBe('declined')
    await hasEvents(id, ['payment.approved', 'payment.failed'])
    // "The id seen again in the webhook" is the pending attempt's.
    expect(transactionsTold(id)).toEqual([paid.body.transaction_id, transactionId])
    expect((await gateway.call('GET', `/v1/payments/${id}`)).body).toMatchObject({
      status: 'paid',
      transaction_id: paid.body.transaction_id,
    })
  })
})
