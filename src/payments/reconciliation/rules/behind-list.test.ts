import { describe, expect, it } from 'vitest'
import type { PaymentState } from '../../../contract/payment-states.ts'
import { isBehindList, type Listed } from './behind-list.ts'

const shown = (state: PaymentState, refunded_minor = 0n) => ({
  state,
  transaction_id: null,
  total_minor: null,
  service_fee_minor: null,
  sales_tax_minor: null,
  tip_minor: null,
  refunded_minor,
  paid_at: null,
})

describe("a payment that lags behind the gateway's list", () => {
  it.each<[string, Listed, ReturnType<typeof shown>, boolean]>([
    ['paid in the list, pending by itself', { state: 'paid' }, shown('pending'), true],
    ['paid in the list, expired by itself', { state: 'paid' }, shown('expired'), true],
    ['voided in the list, paid by itself', { state: 'voided' }, shown('paid'), true],
    [
      'more refunded in the list',
      { refunded_minor: 3_000n },
      shown('partially_refunded', 2_000n),
      true,
    ],
    ['equal', { state: 'paid' }, shown('paid'), false],
    ['refunded since', { state: 'paid' }, shown('refunded', 10_000n), false],
    // The expiry of a checkout says nothing about money.
    ['expired in the list, pending by itself', { state: 'expired' }, shown('pending'), false],
    ['an unknown state', { state: 'frozen' }, shown('pending'), false],
    ['nothing in the list', {}, shown('pending'), false],
  ])('the rule decides the case: %s', (_, listed, derived, expected) => {
    expect(isBehindList(listed, derived)).toBe(expected)
  })
})
