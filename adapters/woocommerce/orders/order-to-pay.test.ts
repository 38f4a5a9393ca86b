import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { factsOfOrder, orderToPaySchema } from './order-to-pay.ts'

const order = (changes: Record<string, unknown> = {}) => ({
  id: 17,
  number: '1017',
  order_key: 'wc_order_secret',
  status: 'pending',
  currency: 'HNL',
  total: '119.95',
  total_tax: '0.00',
  customer_id: 3,
  billing: { first_name: 'Ana', last_name: 'Mejía', company: '', email: 'ana@example.com' },
  line_items: [
    { id: 1, name: 'Café de altura', quantity: 2, total: '100.00' },
    { id: 2, name: 'Taza', quantity: 1, total: '19.95' },
  ],
  identity_number: null,
  ...changes,
})
const look = (changes: Record<string, unknown>, identityField?: string) =>
  factsOfOrder(orderToPaySchema.parse(order(changes)), { locale: 'es', identityField })
const read = (changes: Record<string, unknown> = {}, identityField?: string) => {
  const outcome = look(changes, identityField)
  if (outcome.outcome === 'refused') throw new Error(outcome.reason)
  return outcome.facts
}

describe('a payable WooCommerce order', () => {
  it('an order without its optional fields is valid', () => {
    const bare = { id: 17, status: 'pending', currency: 'HNL', total: '119.95' }
    expect(orderToPaySchema.safeParse(bare)).toMatchObject({ success: true })
  })

  it('the facts carry the exact amount, the customer and the items', () => {
    expect(read({ identity_number: '0801-1990-12345' })).toMatchObject({
      externalId: '17',
      fingerprint: createHash('sha256').update('wc_order_secret').digest('hex'),
      number: '1017',
      amount: { minor: 11_995n },
      description: '2 × Café de altura, 1 × Taza',
      customer: {
        name: 'Ana Mejía',
        email: 'ana@example.com',
        identity_number: '0801-1990-12345',
      },
      metadata: { woocommerce_order: 17, items: '2 × Café de altura, 1 × Taza' },
    })
  })

  it('trailing zeros beyond the currency’s decimals do not change the amount', () => {
    expect(read({ total: '119.9500' }).amount.minor).toBe(11_995n)
    expect(read({ currency: 'JPY', total: '500.00' }).amount.minor).toBe(500n)
  })

  it.each([
    [{ total: '19.955' }, 'total'],
    [{ total: '19,95' }, 'total'],
    [{ total: '' }, 'total'],
    [{ total: '0.00' }, 'total'],
    [{ total: '-5.00' }, 'total'],
    [{ currency: 'LPS' }, 'currency'],
    [{ currency: 'hnl' }, 'currency'],
  ])('an order with %j is refused, and the outcome names the field', (changes, field) => {
    expect(look(changes)).toEqual({ outcome: 'refused', field, reason: expect.any(String) })
  })

  it.each([{ total: 19.95 }, { id: 0 }])(
    'an order with %j is invalid: an amount that went through a float is not exact',
    (changes) => expect(orderToPaySchema.safeParse(order(changes)).success).toBe(false),
  )

  it('a registered customer owns saved cards, and a guest owns none', () => {
    expect(look({})).toMatchObject({ customerId: '3' })
    expect(look({ customer_id: 0 })).toMatchObject({ customerId: null })
  })

  it('the identity number comes from the order meta that the store configured', () => {
    const meta_data = [{ id: 1, key: '_billing_dni', value: ' 0801-1990-12345 ' }, 'of a plugin']
    const { customer } = read({ meta_data }, '_billing_dni')
    expect(customer.identity_number).toBe('0801-1990-12345')
    expect(read({ meta_data }).customer.identity_number).toBeUndefined()
  })

  it('names with HTML become plain text', () => {
    const line_items = [{ name: 'Caf&eacute; <b>molido</b> &#8211; 250 g < 1 kg', quantity: 1.5 }]
    expect(read({ line_items }).description).toBe('1.5 × Café molido – 250 g < 1 kg')
    const billing = { first_name: 'Jos&eacute;', last_name: 'N&uacute;&ntilde;ez' }
    expect(read({ billing }).customer.name).toBe('José Núñez')
  })

  it.each<[unknown, string]>([
    ['1.5', '1.5 × Café'],
    [' 2 ', '2 × Café'],
    [0.1 * 3, '0.3 × Café'],
    [1_200, '1200 × Café'],
    ['2 kg', '2 kg × Café'],
    ['1,5', '1,5 × Café'],
    [null, 'Café'],
    ['', 'Café'],
    [undefined, 'Café'],
    [true, 'Café'],
    [{ of: 3 }, 'Café'],
    [[2], 'Café'],
  ])('an order with the quantity %j is payable, and its item reads %s', (quantity, description) => {
    expect(read({ line_items: [{ name: 'Café', quantity }] }).description).toBe(description)
  })

  it.each<[Record<string, unknown>, string | null]>([
    [{ line_items: null }, null],
    [{ line_items: 'two coffees' }, null],
    [{ line_items: [null, 7, [], { quantity: 2 }, { name: 'Miel', quantity: 1 }] }, '1 × Miel'],
    [{ line_items: { 5: { name: 'Café', quantity: 2 } } }, '2 × Café'],
    [
      {
        line_items: [
          { name: null, quantity: 1 },
          { name: 250, quantity: 1 },
        ],
      },
      '1 × 250',
    ],
    [{ billing: null, line_items: [] }, null],
    [{ billing: [], line_items: [] }, null],
    [{ billing: { first_name: 7, phone: { a: 1 }, email: false }, line_items: [] }, null],
    [{ number: { of: 1 }, identity_number: [], customer_id: 'x', line_items: [] }, null],
    [{ meta_data: 'none', order_key: null, customer_note: ['x'], line_items: [] }, null],
  ])('an order with %j is payable', (changes, description) => {
    const facts = read(changes)
    expect(facts.description).toBe(description)
    expect(facts.amount.minor).toBe(11_995n)
  })

  it('an order with thousands of lines is parsed in linear time, and its text counts all of them', () => {
    const line_items = Array.from({ length: 5_000 }, () => ({
      name: '<'.repeat(5_000),
      quantity: 1,
    }))
    const begun = performance.now()
    expect(read({ line_items }).description).toMatch(/^1 × <+…, y 4,999 más$/)
    const short = read({ line_items: line_items.map(() => ({ name: 'a', quantity: 1 })) })
    expect(short.metadata.items).toMatch(/^(1 × a, )+y 4,9\d\d más$/)
    expect(String(short.metadata.items).length).toBeLessThanOrEqual(400)
    expect(performance.now() - begun).toBeLessThan(10_000)
    const first = line_items.slice(0, 100).map(() => ({ name: 'a', quantity: 1 }))
    expect(read({ line_items: first, line_count: 5_000 }).metadata.items).toBe(short.metadata.items)
  })

  it('a very long product name is truncated to the limit', () => {
    const { description } = read({ line_items: [{ name: 'x'.repeat(300), quantity: 1 }] })
    expect(description).toMatch(/^1 × x+…$/)
    expect(description?.length).toBeLessThanOrEqual(120)
  })

  it('the facts of a company or an anonymous customer have the known fields only', () => {
    const company = { first_name: '', last_name: '', company: 'Café S. A.', email: null }
    expect(read({ billing: company }).customer).toEqual({ name: 'Café S. A.' })
    expect(read({ billing: {} }).customer).toEqual({})
  })

  it('a long list names whole items and counts the rest', () => {
    const line_items = Array.from({ length: 60 }, (_, index) => ({
      name: `Producto número ${index + 1}`,
      quantity: 1,
    }))
    const { items } = read({ line_items }).metadata
    expect(items).toMatch(/^1 × Producto número 1, .*, 1 × Producto número \d+, y \d+ más$/)
    expect(String(items).length).toBeLessThanOrEqual(400)
  })

  it('the order key never reaches the gateway', () => {
    expect(
      JSON.stringify(read(), (_, value) => (typeof value === 'bigint' ? 0 : value)),
    ).not.toContain('wc_order_secret')
  })

  it('an order with invalid characters in a name is payable', () => {
    expect(read({ line_items: [{ name: 'Café \0 \ud800', quantity: 1 }] }).description).toBe(
      '1 × Café \ufffd \ufffd',
    )
  })
})
