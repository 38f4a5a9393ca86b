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
  it('is the charge whose answer was lost if it was charged the same amount', () => {
    expect(isNamelessCharge(charge, shown(), [])).toBe(true)
  })

  it.each([
    ['another amount', shown({ amount: '80.01' })],
    ['another currency', shown({ currency: '840' })],
    ['no charge', shown({ status: 'pending' })],
    ['an expired payment', shown({ status: 'expired' })],
  ])('is not the charge if it shows %s', (_, payment) => {
    expect(isNamelessCharge(charge, payment, [])).toBe(false)
  })

  it.each([
    ['payment', { charge_id: null, gateway_payment_id: 7n }],
    ['transaction', { charge_id: 'tx-7', gateway_payment_id: null }],
  ])('is not the charge if another attempt has its %s', (_, attempt) => {
    expect(isNamelessCharge(charge, shown(), [attempt])).toBe(false)
  })

  it('is not a checkout, nor a charge that the gateway answered', () => {
    expect(isNamelessCharge({ ...charge, mode: 'hosted' }, shown(), [])).toBe(false)
    expect(isNamelessCharge({ ...charge, charge_id: 'tx-6' }, shown(), [])).toBe(false)
  })
})
