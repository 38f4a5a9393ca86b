import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_SECONDS, type Merchant, merchantOf, pass, setSandbox } from '../support/merchant.ts'
import { useWorld } from '../support/use-world.ts'
import type { Json } from '../support/world.ts'

const world = useWorld()
let merchant: Merchant
beforeAll(async () => {
  merchant = merchantOf(world, { prefix: 'W' })
})

const ENGLISH = { 'accept-language': 'en-US,en;q=0.8' }
const SPANISH = { 'accept-language': 'es-HN' }

const alertOf = async (id: string, headers: Record<string, string> = {}): Promise<Json> => {
  const { body } = await world.api('GET', '/v1/alerts', undefined, headers)
  return body.data.find(({ order_id }: Json) => order_id === id)
}

const settledOrder = async (): Promise<Json> => {
  const { id } = await merchant.paid()
  await pass(world, DAY_SECONDS)
  return merchant.read(id)
}

describe('an alert about money', () => {
  it('the alert of an order paid twice names both charges and the one to refund, in one sentence', async () => {
    const { order, payment, payments } = await merchant.paidTwice()
    const duplicate = payments.find(({ id, state }: Json) => state === 'paid' && id !== payment.id)
    const alert = await alertOf(order.id, ENGLISH)
    expect(alert.what).toMatch(/^Order .+ was charged twice \(L\s100\.00 each\)\.$/)
    expect(alert.why).toContain(`payment ${payment.gateway_payment_id} at the gateway`)
    expect(alert.todo).toMatch(
      new RegExp(
        `^Refund L\\s100\\.00 of attempt ${duplicate.attempt} \\(paid .*, payment ${duplicate.gateway_payment_id} at the gateway, .*--payment ${duplicate.id}\\)`,
      ),
    )
    expect(alert.todo).not.toContain(payment.id)
  })

  it('the alert of another amount names both amounts', async () => {
    const { id, checkoutUrl } = await merchant.open()
    await merchant.checkout(id, { amount: '90.00' })
    await world.pay(checkoutUrl)
    await merchant.readWhen(id, ({ order }) => order.conflict === 'paid_other_amount')
    expect((await alertOf(id, ENGLISH)).what).toMatch(
      /^Order .+ is for L\s90\.00, but the customer paid L\s100\.00\.$/,
    )
    expect((await alertOf(id)).todo).toMatch(
      /diferencia entre L\s90\.00 y L\s100\.00.*reembolse L\s100\.00 del intento 1/,
    )
  })

  it('the alert of a refund that the gateway does not accept names its amount and the payment', async () => {
    const { order, payment } = await settledOrder()
    await setSandbox(world, 'faults', { refund_rejected_by_processor: true })
    await merchant.refundInFull(order.id, { amount: '30,00' })
    await setSandbox(world, 'faults', { refund_rejected_by_processor: false })
    const alert = await alertOf(order.id, SPANISH)
    expect(alert.kind).toBe('refund_not_accepted_yet')
    expect(alert.what).toMatch(/el reembolso de L\s30\.00 del pedido .+\.$/)
    expect(alert.why).toMatch(/reembolso de L\s30\.00 del intento 1 \(pagado el/)
    expect(alert.why).toContain(`pago ${payment.gateway_payment_id} de la pasarela`)
    expect(alert.todo).toContain('cancelar el reembolso en espera en la página del pedido')
  })

  it('an alert is in its reader’s language, or in the store’s by default', async () => {
    const { order } = await merchant.paidTwice()
    const languages: [Record<string, string>, string][] = [
      [ENGLISH, 'en'],
      [SPANISH, 'es'],
      [{ 'accept-language': 'fr, en;q=0.5, es;q=0.4' }, 'en'],
      [{ 'accept-language': 'en;q=0.2, es-419;q=0.9' }, 'es'],
      [{ 'accept-language': 'es;q=0, en' }, 'en'],
      [{ 'accept-language': '*' }, 'es'],
      [{ 'accept-language': 'fr' }, 'es'],
      [{ 'accept-language': ';;;q=,' }, 'es'],
      [{}, 'es'],
    ]
    for (const [headers, language] of languages) {
      const alert = await alertOf(order.id, headers)
      expect([headers, alert.todo.slice(0, 6)]).toEqual([
        headers,
        language === 'en' ? 'Refund' : 'Reembo',
      ])
      const { headers: said } = await world.api('GET', '/v1/alerts', undefined, headers)
      expect(said.get('content-language')).toBe(language)
      expect(said.get('vary')).toContain('Accept-Language')
    }
  })
})

describe('the texts of a refund', () => {
  it('the answer to a refund is one sentence with amount, payment and what the customer sees', async () => {
    const { order, payment } = await settledOrder()
    const refund = (amount: string, headers: Record<string, string>) =>
      world.api(
        'POST',
        `/v1/orders/${order.id}/refunds`,
        { amount },
        {
          'idempotency-key': `${order.id}-${amount}`,
          ...headers,
        },
      )
    const english = await refund('1,0', ENGLISH)
    expect(english.body.refund.amount).toBe('1.00')
    expect(english.body.message).toMatch(
      /^L\s1\.00 of attempt 1 \(paid .*\) was refunded\. The customer sees it on the card in a few days\.$/,
    )
    expect(english.body.message).toContain(`payment ${payment.gateway_payment_id} at the gateway`)
    const again = await refund('1,0', SPANISH)
    expect([again.headers.get('content-language'), again.body]).toEqual(['en', english.body])
    const spanish = await refund('2,0', SPANISH)
    expect([spanish.status, spanish.headers.get('content-language')]).toEqual([201, 'es'])
    expect(spanish.body.message).toMatch(/^Se reembolsaron L\s2\.00 del intento 1/)
  })

  it('the refusal of a refund says in the reader’s language how much of which payment is left', async () => {
    const { order } = await settledOrder()
    const refuse = (headers: Record<string, string>) =>
      world.api(
        'POST',
        `/v1/orders/${order.id}/refunds`,
        { amount: '1.450,00' },
        {
          'idempotency-key': `${order.id}-too-much`,
          ...headers,
        },
      )
    const spanish = await refuse(SPANISH)
    expect(spanish).toMatchObject({ status: 422, body: { code: 'refund_above_rest' } })
    expect(spanish.body.title).toBe('El monto es mayor que lo que queda')
    expect(spanish.body.detail).toMatch(/pueden reembolsarse L\s100\.00 del intento 1/)
    expect(spanish.headers.get('content-language')).toBe('es')
    const english = await refuse(ENGLISH)
    expect(english.body.detail).toMatch(/; L\s100\.00 of attempt 1 \(paid .*\) can be refunded\./)
    expect(english.body).not.toHaveProperty('translations')
  })

  it.each([
    ['1,450', ENGLISH, 'Can be read in two ways: write 1450.00 or 1.45'],
    ['1.450', SPANISH, 'Se puede leer de dos maneras: escriba 1450.00 o 1.45'],
    ['1e3', ENGLISH, 'Must be a decimal string such as "125.50"'],
    ['', ENGLISH, 'Must be a decimal string such as "125.50"'],
    ['-1,00', SPANISH, 'Debe ser mayor que cero'],
  ])('the amount %o is refused with its field', async (amount, headers, message) => {
    const { id } = await merchant.paid()
    const answer = await world.api(
      'POST',
      `/v1/orders/${id}/refunds`,
      { amount },
      {
        'idempotency-key': `${id}-odd`,
        ...headers,
      },
    )
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'invalid_fields', retry: 'permanent', errors: [{ path: 'amount', message }] },
    })
  })
})

describe('the timeline of an order', () => {
  it('the timeline says in sentences how much moved which way, and for which attempt', async () => {
    const { order } = await settledOrder()
    await merchant.refundInFull(order.id, { amount: '30.50' })
    const read = async (headers: Record<string, string>) => {
      const { body } = await world.api('GET', `/v1/orders/${order.id}/timeline`, undefined, headers)
      return body.data.map(({ text }: Json) => text.replaceAll(/\s/g, ' '))
    }
    expect(await read(ENGLISH)).toEqual(
      expect.arrayContaining([
        'Puente received the order of L 100.00',
        'The gateway created a payment of L 100.00 (attempt 1)',
        'The order changed its status from “awaiting payment” to “paid”',
        'The gateway refunded L 30.50 (attempt 1)',
      ]),
    )
    expect(await read(SPANISH)).toContain('La pasarela reembolsó L 30.50 (el intento 1)')
  })
})

describe('a checkout with locale: auto', () => {
  const take = async (locale: string | undefined, headers: Record<string, string> = {}) => {
    const id = `A-${crypto.randomUUID()}`
    const order = { id, number: '1001', amount: '100.00', currency: 'HNL' }
    const { body } = await world.api('POST', '/v1/checkouts', { order, locale }, headers)
    return { id, payUrl: String(body.pay_url) }
  }
  const pageOf = async (payUrl: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${payUrl}/return?cancelled=1`, { headers })
    return { html: await response.text(), headers: response.headers }
  }
  const nameAtGateway = async (id: string) => (await merchant.atGateway(id))[0]?.name

  it('the pages of the checkout are in the language of the browser that opens them', async () => {
    const { payUrl } = await take('auto')
    const english = await pageOf(payUrl, { 'accept-language': 'en-GB' })
    expect(english.html).toContain('<html lang="en"')
    expect(english.html).toMatch(/paying for order 1001 \(L\s100\.00\)/)
    expect(english.headers.get('content-language')).toBe('en')
    expect(english.headers.get('vary')).toContain('Accept-Language')
    const spanish = await pageOf(payUrl, { 'accept-language': 'es-HN,en;q=0.5' })
    expect(spanish.html).toContain('<html lang="es"')
    expect((await pageOf(payUrl, { 'accept-language': 'fr' })).html).toContain('<html lang="es"')
    expect((await pageOf(`${payUrl}`, {})).html).toContain('<html lang="es"')
    const chosen = await fetch(`${payUrl}/return?cancelled=1&lang=es`, { headers: ENGLISH })
    expect(await chosen.text()).toContain('<html lang="es"')
  })

  it("the payment's name at the gateway is in the language of the request, or in the store’s", async () => {
    expect(await nameAtGateway((await take('auto', ENGLISH)).id)).toBe('Order 1001')
    expect(await nameAtGateway((await take('auto', { 'accept-language': 'fr' })).id)).toBe(
      'Pedido 1001',
    )
  })

  it('a checkout with a fixed or no language keeps it for every reader', async () => {
    const english = await take('en')
    expect((await pageOf(english.payUrl, SPANISH)).html).toContain('<html lang="en"')
    const stores = await take(undefined, ENGLISH)
    expect((await pageOf(stores.payUrl, ENGLISH)).html).toContain('<html lang="es"')
    expect(await nameAtGateway(stores.id)).toBe('Pedido 1001')
  })

  it('a repeated checkout in another language returns the same payment', async () => {
    const id = `A-${crypto.randomUUID()}`
    const order = { id, amount: '100.00', currency: 'HNL' }
    const ask = (headers: Record<string, string>) =>
      world.api('POST', '/v1/checkouts', { order, locale: 'auto' }, headers)
    const [first, second] = [await ask(ENGLISH), await ask(SPANISH)]
    expect([first.status, second.status]).toEqual([201, 200])
    expect(second.body.payment.id).toBe(first.body.payment.id)
  })
})
