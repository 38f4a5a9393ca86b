import { expect, it } from 'vitest'
import { PaymentId, RefundId } from '../../../../domain/ids.ts'
import { planRefund } from './plan-refund.ts'

const charge = {
  id: PaymentId.parse('pay_1'),
  state: 'paid',
  amount_minor: 100n,
  total_minor: null,
  refunded_minor: 0n,
} as const
const open = {
  id: RefundId.parse('ref_1'),
  payment_id: PaymentId.parse('pay_1'),
  kind: 'refund',
  state: 'waiting',
  amount_minor: 10n,
} as const

it('refunding all of an untouched charge starts with a void, refunding a part does not', () => {
  expect(planRefund(charge, [], undefined)).toMatchObject({ kind: 'void', amountMinor: 100n })
  expect(planRefund(charge, [], 100n)).toMatchObject({ kind: 'void', amountMinor: 100n })
  expect(planRefund(charge, [], 99n)).toMatchObject({ kind: 'refund', amountMinor: 99n })
})

it('refunding the rest of a partially refunded charge is a refund', () => {
  const rest = { ...charge, state: 'partially_refunded', refunded_minor: 40n } as const
  expect(planRefund(rest, [], undefined)).toMatchObject({ kind: 'refund', amountMinor: 60n })
  expect(planRefund(rest, [], 61n)).toEqual({
    plan: 'refuse',
    because: 'above_rest',
    restMinor: 60n,
  })
})

it.each([
  ['pending', 'not_paid'],
  ['pending', 'not_paid'],
  ['expired', 'not_paid'],
  ['voided', 'voided'],
  ['refunded', 'nothing_left'],
] as const)('a payment that is %s cannot be refunded', (state, because) => {
  expect(planRefund({ ...charge, state }, [], undefined)).toMatchObject({ because })
})

it('an order has one open refund at a time, whichever payment it concerns', () => {
  const another = { ...open, payment_id: PaymentId.parse('pay_2') } as const
  expect(planRefund(charge, [open], 5n)).toMatchObject({
    because: 'under_way',
    underWayId: 'ref_1',
  })
  expect(planRefund(charge, [another], undefined)).toMatchObject({ because: 'under_way' })
  for (const state of ['succeeded', 'failed', 'cancelled'] as const) {
    expect(planRefund(charge, [{ ...open, state }], 5n)).toMatchObject({ plan: 'refund' })
  }
})

it('a full refund supersedes a partial one that only waits, and no other', () => {
  expect(planRefund(charge, [open], undefined)).toMatchObject({
    kind: 'void',
    supersedes: ['ref_1'],
  })
  for (const state of ['pending', 'requested', 'unknown', 'accepted'] as const) {
    expect(planRefund(charge, [{ ...open, state }], undefined)).toMatchObject({
      because: 'under_way',
    })
  }
  const whole = { ...open, amount_minor: 100n } as const
  expect(planRefund(charge, [whole], undefined)).toMatchObject({ because: 'under_way' })
})
