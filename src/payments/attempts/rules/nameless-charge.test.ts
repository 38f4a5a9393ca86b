import { describe, expect, it } from 'vitest'
import { paymentObject } from '../../../contract/payment.ts'
import { isNamelessCharge } from './nameless-charge.ts'

const charge = {
  mode: 'saved_card',
  charge_id: null,
  amount_minor: 8_000n,
  currency: 'HNL',
} as const
const shown = (over: object = {}) =>
  paymentObject.parse({
    id: 7,
    status: 'paid',
    amount: '80.00',
    currency: '340',
    transaction_id: 'tx-7',
    ...over,
  })

describe('a payment without metadata', () => {
  it('a payment charged with the same amount is the charge with the lost response', () => {
    expect(isNamelessCharge(charge, shown(), [])).toBe(true)
  })

  it.each([
    ['another amount', shown({ amount: '80.01' })],
    ['another currency', shown({ currency: '840' })],
    ['no charge', shown({ status: 'pending' })],
    ['an expired payment', shown({ status: 'expired' })],
  ])('a payment that shows %s is not the charge', (_, payment) => {
    expect(isNamelessCharge(charge, payment, [])).toBe(false)
  })

  it.each([
    ['payment', { charge_id: null, gateway_payment_id: 7n }],
    ['transaction', { charge_id: 'tx-7', gateway_payment_id: null }],
  ])('a payment is not the charge if another attempt has its %s', (_, attempt) => {
    expect(isNamelessCharge(charge, shown(), [attempt])).toBe(false)
  })

  it('a checkout or an answered charge matches no such payment', () => {
    expect(isNamelessCharge({ ...charge, mode: 'hosted' }, shown(), [])).toBe(false)
    expect(isNamelessCharge({ ...charge, charge_id: 'tx-6' }, shown(), [])).toBe(false)
  })
})
