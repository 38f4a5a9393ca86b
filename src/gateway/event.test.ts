import { describe, expect, it } from 'vitest'
import { readEvent } from './event.ts'

const data = { id: 71, status: 'paid', amount: 1, currency: '340', metadata: [] }
const read = (body: unknown) =>
  readEvent(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)))

describe('parsing of a delivered event', () => {
  it('a payment event carries its payment', () => {
    expect(read({ id: 'e-1', type: 'payment.approved', created_at: null, data })).toMatchObject({
      kind: 'payment',
      id: 'e-1',
      type: 'payment.approved',
      payment: { id: 71, status: 'paid', metadata: {} },
    })
  })

  it('a saved-card event carries its card', () => {
    const card = { id: 'pm_1', card_brand: 'visa', exp_month: 12 }
    expect(read({ id: 'e-1', type: 'payment_method.saved', data: card })).toMatchObject({
      kind: 'saved-card',
      card,
    })
  })

  it('the parser replaces NUL and lone surrogates, which would break later queries and inserts', () => {
    const strange = { ...data, name: 'a\ud800', metadata: { puente_payment: 'pay\0' } }
    expect(read({ id: 'e-1', type: 'payment.approved', data: strange })).toMatchObject({
      payment: { name: 'a\ufffd', metadata: { puente_payment: 'pay\ufffd' } },
    })
  })

  it.each([
    ['something that is not thought of yet', 'payout.sent', 'anything'],
    ['a type of payment event that is new', 'payment.disputed', { dispute: 'dp_1' }],
  ])('%s has the kind other', (_, type, other) => {
    expect(read({ id: 'e-1', type, data: other })).toEqual({ kind: 'other', id: 'e-1', type })
  })

  it.each([
    ['no JSON', '{"id":'],
    ['a list', []],
    ['no id', { type: 'payment.approved', data }],
    ['an empty id', { id: '', type: 'payment.approved', data }],
    ['no type', { id: 'e-1', data }],
    ['no saved card', { id: 'e-1', type: 'payment_method.saved', data: {} }],
    ['no payment', { id: 'e-1', type: 'payment.approved' }],
    ['a payment without an amount', { id: 'e-1', type: 'payment.approved', data: { id: 71 } }],
  ])('a body with %s is unreadable', (_, body) => {
    expect(read(body).kind).toBe('unreadable')
  })
})
