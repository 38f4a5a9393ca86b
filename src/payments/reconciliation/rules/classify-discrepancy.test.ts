import { describe, expect, it } from 'vitest'
import type { PaymentState } from '../../../contract/payment-states.ts'
import type { AttemptState, OrderStatus } from '../../../db/tables/orders.ts'
import type { DifferenceKind } from '../../../db/tables/reconciliation.ts'
import { moneyFromMinor } from '../../../domain/money.ts'
import type { StoreOrder } from '../../ports/storefront.ts'
import {
  type Difference,
  type KnownOrder,
  type KnownPayment,
  orderDifferences,
  paymentDifference,
  type ShownPayment,
} from './classify-discrepancy.ts'

const PAID_AT = new Date('2026-05-04T18:00:00Z')
const GIVEN_BACK = ['partially_refunded', 'refunded', 'voided']
const isCharged = (state: string) => state === 'paid' || GIVEN_BACK.includes(state)

const sumsIn = (state: string) => ({
  transaction_id: isCharged(state) ? 'tx' : null,
  total_minor: 10_000n,
  service_fee_minor: 0n,
  sales_tax_minor: 0n,
  tip_minor: 0n,
  refunded_minor: state === 'refunded' ? 10_000n : 0n,
  paid_at: isCharged(state) ? PAID_AT : null,
})

const inDb = (state: AttemptState, more: Partial<KnownPayment> = {}): KnownPayment => ({
  state,
  amount_minor: 10_000n,
  currency: 'HNL',
  ...sumsIn(state),
  ...more,
})

const atGateway = (
  state: PaymentState,
  {
    amount = 10_000n,
    currency = 'HNL',
    ...more
  }: Partial<ShownPayment['derived']> & { amount?: bigint; currency?: string } = {},
): ShownPayment => ({
  amount: moneyFromMinor(amount, currency),
  derived: {
    state,
    ...sumsIn(state),
    ...more,
  },
})

const short = (difference: Difference | undefined) =>
  difference && `${difference.kind}, ${difference.repair}`

describe('a payment in the database and at the gateway', () => {
  it.each<[string, KnownPayment, ShownPayment, string | undefined]>([
    ['equal', inDb('pending'), atGateway('pending'), undefined],
    ['equal, paid', inDb('paid'), atGateway('paid'), undefined],
    [
      'a declined charge on a link that stays payable',
      inDb('declined'),
      atGateway('pending'),
      undefined,
    ],
    ['a customer at the bank', inDb('authenticating'), atGateway('pending'), undefined],
    ['another end at the gateway', inDb('expired'), atGateway('disabled'), undefined],
    ['paid without an event', inDb('pending'), atGateway('paid'), 'missed_event, ask'],
    ['expired without an event', inDb('pending'), atGateway('expired'), 'missed_event, ask'],
    ['paid after it had expired', inDb('expired'), atGateway('paid'), 'missed_event, ask'],
    ['voided in the portal', inDb('paid'), atGateway('voided'), 'missed_event, ask'],
    ['refunded in the portal', inDb('paid'), atGateway('refunded'), 'missed_event, ask'],
    [
      'another part refunded',
      inDb('partially_refunded', { refunded_minor: 1_000n }),
      atGateway('partially_refunded', { refunded_minor: 3_000n }),
      'missed_event, ask',
    ],
    [
      'paid in the database only',
      inDb('paid'),
      atGateway('pending'),
      'not_paid_at_gateway, person',
    ],
    [
      'refunded in the database only',
      inDb('refunded'),
      atGateway('paid'),
      'refunded_on_one_side, person',
    ],
    [
      'voided in the database only',
      inDb('voided'),
      atGateway('paid'),
      'refunded_on_one_side, person',
    ],
    [
      'more refunded in the database',
      inDb('partially_refunded', { refunded_minor: 5_000n }),
      atGateway('partially_refunded', { refunded_minor: 3_000n }),
      'refunded_on_one_side, person',
    ],
    [
      'another amount charged',
      inDb('paid'),
      atGateway('paid', { amount: 9_000n }),
      'amount_drift, ask',
    ],
    [
      'another currency charged',
      inDb('paid'),
      atGateway('paid', { currency: 'USD' }),
      'amount_drift, ask',
    ],
    [
      'another requested amount',
      inDb('pending'),
      atGateway('pending', { amount: 1n }),
      'amount_drift, person',
    ],
    ['an unreadable amount', inDb('paid'), { ...atGateway('paid'), amount: undefined }, undefined],
    [
      'a tip missing in the event',
      inDb('paid'),
      atGateway('paid', { total_minor: 11_000n, tip_minor: 1_000n }),
      'amount_drift, ask',
    ],
    [
      'a total that shrank',
      inDb('paid'),
      atGateway('paid', { total_minor: 9_000n }),
      'amount_drift, person',
    ],
    [
      'a transaction missing in the event',
      inDb('paid', { transaction_id: null }),
      atGateway('paid'),
      'missed_event, ask',
    ],
    [
      'paid with another amount, without an event',
      inDb('pending'),
      atGateway('paid', { amount: 5_000n }),
      'missed_event, ask',
    ],
  ])('the rule classifies the payment: %s', (_, known, shown, expected) => {
    expect(short(paymentDifference(known, shown))).toBe(expected)
  })
})

const TOLD = {
  canBeTold: true,
  hasNews: true,
  wasTold: true,
  isGivenUp: false,
  isUnderWay: false,
  wasToldAgain: false,
}
const order = (status: OrderStatus, more: Partial<KnownOrder> = {}): KnownOrder => ({
  status,
  conflict: null,
  amount: moneyFromMinor(10_000n, 'HNL'),
  refundedSumMinor: 0n,
  beyondMinor: 0n,
  notifying: TOLD,
  atStore: undefined,
  ...more,
})
const says = (status: StoreOrder['status'], more: Partial<StoreOrder> = {}): StoreOrder => ({
  status,
  amount: undefined,
  refunded: undefined,
  ...more,
})
const minor = (amount: bigint) => moneyFromMinor(amount, 'HNL')

describe('an order and its store', () => {
  it.each<[string, KnownOrder, `${DifferenceKind}, ${Difference['repair']}`[]]>([
    ['notified', order('paid'), []],
    ['notified, and paid at the store', order('paid', { atStore: says('paid') }), []],
    [
      'not notified',
      order('paid', { notifying: { ...TOLD, wasTold: false } }),
      ['store_not_told, tell'],
    ],
    [
      'notification dead',
      order('paid', { notifying: { ...TOLD, isGivenUp: true } }),
      ['store_not_told, tell'],
    ],
    [
      'notification in flight',
      order('paid', {
        notifying: { ...TOLD, wasTold: false, isUnderWay: true },
        atStore: says('unpaid'),
      }),
      [],
    ],
    [
      'at a store without notifications',
      order('paid', { notifying: { ...TOLD, canBeTold: false, wasTold: false } }),
      [],
    ],
    [
      'notified, and unpaid at the store',
      order('paid', { atStore: says('unpaid') }),
      ['store_not_told, tell'],
    ],
    [
      'notified twice, and unpaid at the store',
      order('paid', { notifying: { ...TOLD, wasToldAgain: true }, atStore: says('unpaid') }),
      ['store_not_told, person'],
    ],
    [
      'unpaid at a store without notifications',
      order('paid', { notifying: { ...TOLD, canBeTold: false }, atStore: says('unpaid') }),
      ['store_not_told, person'],
    ],
    [
      'notified twice, and not refunded at the store',
      order('refunded', { notifying: { ...TOLD, wasToldAgain: true }, atStore: says('paid') }),
      ['refunded_on_one_side, person'],
    ],
    [
      'cancelled at the store',
      order('paid', { atStore: says('cancelled') }),
      ['paid_after_cancellation, person'],
    ],
    [
      'paid at the store only',
      order('awaiting_payment', { atStore: says('paid') }),
      ['store_says_paid, person'],
    ],
    [
      'paid at the store, expired here',
      order('payment_expired', { atStore: says('paid') }),
      ['store_says_paid, person'],
    ],
    [
      'refunded at the store only',
      order('paid', { atStore: says('refunded') }),
      ['refunded_on_one_side, person'],
    ],
    [
      'refunded here only',
      order('refunded', { atStore: says('paid') }),
      ['refunded_on_one_side, tell'],
    ],
    [
      'a part refunded here only',
      order('partially_refunded', { atStore: says('paid') }),
      ['refunded_on_one_side, tell'],
    ],
    ['voided here, cancelled there', order('voided', { atStore: says('cancelled') }), []],
    ['unknown to the store', order('paid', { atStore: 'absent' }), ['missing_in_store, person']],
    [
      'unreadable at the store',
      order('awaiting_payment', { atStore: { unreadable: 'status' } }),
      ['unreadable_order, person'],
    ],
    ['never paid, unknown to the store', order('awaiting_payment', { atStore: 'absent' }), []],
    [
      'another amount at the store',
      order('paid', { atStore: says('paid', { amount: minor(9_000n) }) }),
      ['amount_drift, person'],
    ],
    [
      'more refunded at the store',
      order('partially_refunded', {
        refundedSumMinor: 1_000n,
        atStore: says('partially_refunded', { refunded: minor(2_000n) }),
      }),
      ['refunded_on_one_side, person'],
    ],
    [
      'less refunded at the store',
      order('partially_refunded', {
        refundedSumMinor: 2_000n,
        atStore: says('partially_refunded', { refunded: minor(1_000n) }),
      }),
      ['refunded_on_one_side, tell'],
    ],
    [
      'overcharge refunded, unknown to the store',
      order('partially_refunded', {
        refundedSumMinor: 500n,
        beyondMinor: 500n,
        atStore: says('paid', { refunded: minor(0n) }),
      }),
      [],
    ],
    [
      'all but the fee refunded: everything, for the store',
      order('partially_refunded', {
        refundedSumMinor: 10_000n,
        beyondMinor: 500n,
        atStore: says('refunded', { refunded: minor(10_000n) }),
      }),
      [],
    ],
    [
      'a part refunded, perhaps the fee first',
      order('partially_refunded', {
        refundedSumMinor: 3_000n,
        beyondMinor: 500n,
        atStore: says('partially_refunded', { refunded: minor(2_500n) }),
      }),
      [],
    ],
    [
      'more than the fee refunded, and nothing at the store',
      order('partially_refunded', {
        refundedSumMinor: 3_000n,
        beyondMinor: 500n,
        atStore: says('paid'),
      }),
      ['refunded_on_one_side, tell'],
    ],
    ['paid twice', order('paid', { conflict: 'paid_twice' }), ['paid_twice, person']],
    [
      'on hold',
      order('on_hold', { conflict: 'paid_other_amount', atStore: says('unpaid') }),
      ['amount_drift, person'],
    ],
    [
      'paid after cancellation, and not notified',
      order('on_hold', {
        conflict: 'paid_after_cancellation',
        notifying: { ...TOLD, wasTold: false },
      }),
      ['paid_after_cancellation, person', 'store_not_told, tell'],
    ],
  ])('the rule classifies the order: %s', (_, known, expected) => {
    expect(orderDifferences(known).map(short)).toEqual(expected)
  })
})
