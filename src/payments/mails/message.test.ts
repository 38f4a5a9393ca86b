import { describe, expect, it } from 'vitest'
import type { CustomerMailRow, OrderRow, StoreRow } from '../../db/db.ts'
import { mailOf } from './message.ts'

const order = {
  ...{ id: 'ord_1', external_id: 'req_1', number: 'F-1001', source: 'request', pay_token: 'tok' },
  ...{ amount_minor: 32_050n, currency: 'HNL', description: 'Café', locale: 'es' },
  ...{ customer: { name: 'Ana' }, payable_until: null, current_payment_id: null },
} as unknown as OrderRow
const store = {
  name: 'Café Sula',
  environment: 'live',
  policy: {},
  brand: null,
} as unknown as StoreRow

const requestOf = (about: { order?: Partial<OrderRow>; store?: Partial<StoreRow> } = {}) =>
  mailOf(
    { publicUrl: 'https://puente.example' },
    {
      mail: {
        id: 'msg_1',
        kind: 'request',
        payment_id: null,
        amount_minor: null,
      } as CustomerMailRow,
      order: { ...order, ...about.order },
      store: { ...store, ...about.store },
      payments: [],
      hasReceipt: false,
    },
  )

describe("the look of a store's e-mails", () => {
  it("an e-mail shows the store's logo and colour, with text that is readable on it", () => {
    const brand = { color: '#ffdd00', logo: `${'a'.repeat(64)}.png` }
    const { html = '' } = requestOf({ store: { brand } })
    expect(html).toContain(`src="https://puente.example/brand/${brand.logo}" alt="Café Sula"`)
    expect(html).toContain('background:#ffdd00;color:#000000')
  })

  it('the e-mail of a store without a brand shows its name', () => {
    const { html = '', fromName } = requestOf()
    expect(html).not.toContain('<img')
    expect([fromName, html]).toEqual(['Café Sula', expect.stringContaining('>Café Sula</p>')])
  })
})

describe('the words of an e-mail', () => {
  it('an e-mail names the amount, the reason, the order and the pay link, in both languages', () => {
    const es = requestOf()
    expect(es.subject).toBe('Café Sula le envía un cobro de L 320.50')
    expect(es.text).toContain('Pagar L 320.50: https://puente.example/pay/tok')
    for (const fact of ['Pedido: F-1001', 'Por: Café']) expect(es.text).toContain(fact)
    const en = requestOf({ order: { locale: 'en' } })
    expect(en.subject).toBe('Café Sula requests L 320.50')
    expect(en.text).toContain('Pay L 320.50: https://puente.example/pay/tok')
  })

  it('an e-mail of the test environment says that no money moves', () => {
    const { subject, text } = requestOf({ store: { environment: 'test' } })
    expect(subject).toMatch(/^\[Prueba\] /)
    expect(text).toContain('no se mueve dinero')
  })

  it('an e-mail cuts long names and descriptions, and drops signs that reorder or hide text', () => {
    const name = `${'👩‍👩‍👧 '.repeat(500)}`
    const { subject, text, fromName } = requestOf({
      order: { customer: { name: `\u202eanA ${name}` }, description: 'ñ'.repeat(5_000) },
      store: { name },
    })
    expect(text).not.toContain('\u202e')
    expect(text.length).toBeLessThan(1_500)
    expect(subject.length).toBeLessThan(200)
    expect(fromName?.isWellFormed()).toBe(true)
  })

  it("an e-mail shows no link in a payment link customer's answers", () => {
    const description = 'Curso · Referencia: https://evil.example/prize'
    const { text, html } = requestOf({ order: { source: 'link', description } })
    expect(text).toContain('Por: Curso · Referencia: https: //evil. example/prize')
    expect(html).not.toContain('evil.example')
  })

  it('an e-mail does not greet a customer whose name is a link', () => {
    expect(requestOf().text).toContain('Hola, Ana:')
    const name = 'You won evil.example/prize'
    expect(requestOf({ order: { customer: { name } } }).text).not.toContain('evil.example')
  })
})
