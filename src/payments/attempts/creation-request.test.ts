import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { OrderRow } from '../../db/db.ts'
import { OrderId, PaymentId, StoreId } from '../../domain/ids.ts'
import type { policySchema } from '../ports/policy.ts'
import { creationRequest } from './creation-request.ts'

const at = new Date('2026-05-04T12:00:00Z')

const order = (fields: Partial<OrderRow> = {}): OrderRow => ({
  id: OrderId.parse('ord_1'),
  store_id: StoreId.parse('tienda'),
  external_id: 'A-1',
  source: 'storefront',
  number: '1001',
  amount_minor: 12_550n,
  currency: 'HNL',
  description: null,
  customer: {},
  metadata: {},
  locale: 'es',
  follows_reader: false,
  success_url: 'https://tienda.example/gracias',
  cancel_url: null,
  status: 'awaiting_payment',
  conflict: null,
  cancelled_at: null,
  cancelled_by: null,
  people_erased_at: null,
  fingerprint: null,
  request_number: 0,
  last_payment_error: null,
  pay_token: 'token',
  checkout_mode: 'hosted',
  payable_until: null,
  time_over_at: null,
  current_payment_id: null,
  paid_at: null,
  created_at: at,
  updated_at: at,
  ...fields,
})

const request = (
  fields: Partial<OrderRow> = {},
  expiresAt: Date | null = null,
  policy: z.input<typeof policySchema> = {},
) =>
  creationRequest(order(fields), {
    store: { name: 'Tienda', policy },
    paymentId: PaymentId.parse('pay_1'),
    expiresAt,
    publicUrl: 'https://p.example',
  })

describe('the creation request of an order', () => {
  it('the request has at least the amount, the numeric currency, the references and our return URLs', () => {
    expect(request()).toEqual({
      amount: '125.50',
      currency_code: '340',
      external_reference: 'A-1',
      name: 'Pedido 1001',
      metadata: { puente_payment: 'pay_1' },
      success_url: 'https://p.example/pay/token/return',
      cancel_url: 'https://p.example/pay/token/return?cancelled=1',
    })
  })

  it.each([
    ['USD', 12_550n, '840', '125.50'],
    ['JPY', 500n, '392', '500'],
    ['KWD', 1_234n, '414', '1.234'],
    ['ALL', 5n, '008', '0.05'],
  ])(
    'the currency %s is sent by its number, with its own decimals',
    (currency, amount_minor, code, amount) => {
      expect(request({ currency, amount_minor })).toMatchObject({ currency_code: code, amount })
    },
  )

  it('the expiry is in Honduras time', () => {
    const expiry = new Date('2026-05-05T03:30:59.999Z')
    expect(request({}, expiry).expires_at).toBe('2026-05-04 21:30:59')
  })

  it("long names and descriptions are cut to the gateway's limits", () => {
    const long = request({ number: '9'.repeat(300), description: 'ñ'.repeat(300) })
    expect(long.name).toHaveLength(191)
    expect(long.description).toHaveLength(120)
    const exact = request({ description: 'ñ'.repeat(120) })
    expect(exact.description).toBe('ñ'.repeat(120))
  })

  it('the label follows the locale of the order and falls back to its id', () => {
    expect(request({ locale: 'en' }).name).toBe('Order 1001')
    expect(request({ number: null }).name).toBe('Pedido A-1')
  })

  it('the prefill has known customer fields only', () => {
    const customer = { name: 'Ana', email: undefined, phone: '' }
    expect(request({ customer }).customer).toEqual({ name: 'Ana' })
  })

  it("the store's metadata cannot override our own reference", () => {
    const metadata = { table: 4, puente_payment: 'pay_of_somebody_else' }
    expect(request({ metadata }).metadata).toEqual({ table: 4, puente_payment: 'pay_1' })
  })

  it("the store's own cancel page replaces ours", () => {
    const cancel_url = 'https://tienda.example/carrito'
    expect(request({ cancel_url }).cancel_url).toBe(cancel_url)
  })
})

describe("the creation request under a store's policy", () => {
  const decided = (policy: z.input<typeof policySchema>, fields: Partial<OrderRow> = {}) =>
    request(fields, null, policy)

  it('templates set the name and the description', () => {
    const policy = {
      name_template: '{store} #{number} {nothing}',
      description_template: 'Compra {id}: {description}',
    }
    expect(decided(policy, { description: 'café' })).toMatchObject({
      name: 'Tienda #1001 {nothing}',
      description: 'Compra A-1: café',
    })
  })

  it('an empty template falls back to the default, and a long text is cut', () => {
    expect(decided({ name_template: '{description}' }).name).toBe('Pedido 1001')
    const long = decided({ name_template: '{description}' }, { description: '👩‍👩‍👧'.repeat(100) })
    expect(long.name.length).toBeLessThanOrEqual(191)
    expect(long.name).toMatch(/👩‍👩‍👧…$/u)
  })

  it('tax, tip, fee and locked fields follow the policy', () => {
    expect(
      decided({
        sales_tax: { type: 'percentage', value: '15' },
        tip: { preset_percentages: ['5', '10'], allow_custom: false },
        service_fee: true,
        lock_customer_fields: true,
      }),
    ).toMatchObject({
      sales_tax_type: 'percentage',
      sales_tax_value: '15',
      tip_enabled: true,
      tip_customer_selectable: true,
      tip_preset_percentages: ['5', '10'],
      tip_allow_custom: false,
      service_fee_enabled: true,
      lock_customer_fields: true,
    })
  })
})
