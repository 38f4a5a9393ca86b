import { describe, expect, it } from 'vitest'
import type { PaymentState } from '../../../contract/payment-states.ts'
import type { AttemptState } from '../../../db/tables/orders.ts'
import type { DiscrepancyKind } from '../../../db/tables/reconciliation.ts'
import { moneyFromMinor } from '../../../domain/money.ts'
import type { OrderStatus } from '../../../domain/order-status.ts'
import type { StoreOrder } from '../../ports/storefront.ts'
import {
  type FoundDiscrepancy,
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

const short = (difference: FoundDiscrepancy | undefined) =>
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
    ['paid without an event', inDb('pending'), atGateway('paid'), 'missed_event, poll'],
    ['expired without an event', inDb('pending'), atGateway('expired'), 'missed_event, poll'],
    ['paid after it had expired', inDb('expired'), atGateway('paid'), 'missed_event, poll'],
    ['voided in the portal', inDb('paid'), atGateway('voided'), 'missed_event, poll'],
    ['refunded in the portal', inDb('paid'), atGateway('refunded'), 'missed_event, poll'],
    [
      'another part refunded',
      inDb('partially_refunded', { refunded_minor: 1_000n }),
      atGateway('partially_refunded', { refunded_minor: 3_000n }),
      'missed_event, poll',
    ],
    [
      'paid in the database only',
      inDb('paid'),
      atGateway('pending'),
      'not_paid_at_gateway, needs-attention',
    ],
    [
      'refunded in the database only',
      inDb('refunded'),
      atGateway('paid'),
      'refunded_on_one_side, needs-attention',
    ],
    [
      'voided in the database only',
      inDb('voided'),
      atGateway('paid'),
      'refunded_on_one_side, needs-attention',
    ],
    [
      'more refunded in the database',
      inDb('partially_refunded', { refunded_minor: 5_000n }),
      atGateway('partially_refunded', { refunded_minor: 3_000n }),
      'refunded_on_one_side, needs-attention',
    ],
    [
      'another amount charged',
      inDb('paid'),
      atGateway('paid', { amount: 9_000n }),
      'amount_drift, poll',
    ],
    [
      'another currency charged',
      inDb('paid'),
      atGateway('paid', { currency: 'USD' }),
      'amount_drift, poll',
    ],
    [
      'another requested amount',
      inDb('pending'),
      atGateway('pending', { amount: 1n }),
      'amount_drift, needs-attention',
    ],
    ['an unreadable amount', inDb('paid'), { ...atGateway('paid'), amount: undefined }, undefined],
    [
      'a tip missing in the event',
      inDb('paid'),
      atGateway('paid', { total_minor: 11_000n, tip_minor: 1_000n }),
      'amount_drift, poll',
    ],
    [
      'a total that shrank',
      inDb('paid'),
      atGateway('paid', { total_minor: 9_000n }),
      'amount_drift, needs-attention',
    ],
    [
      'a transaction missing in the event',
      inDb('paid', { transaction_id: null }),
      atGateway('paid'),
      'missed_event, poll',
    ],
    [
      'paid with another amount, without an event',
      inDb('pending'),
      atGateway('paid', { amount: 5_000n }),
      'missed_event, poll',
    ],
  ])('the rule classifies the payment: %s', (_, known, shown, expected) => {
    expect(short(paymentDifference(known, shown))).toBe(expected)
  })
})

const TOLD = {
  canBeNotified: true,
  hasChange: true,
  wasNotified: true,
  isDead: false,
  isUnderWay: false,
  wasRenotified: false,
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
  it.each<[string, KnownOrder, `${DiscrepancyKind}, ${FoundDiscrepancy['repair']}`[]]>([
    ['notified', order('paid'), []],
    ['notified, and paid at the store', order('paid', { atStore: says('paid') }), []],
    [
      'not notified',
      order('paid', { notifying: { ...TOLD, wasNotified: false } }),
      ['store_not_told, notify'],
    ],
    [
      'notification dead',
      order('paid', { notifying: { ...TOLD, isDead: true } }),
      ['store_not_told, notify'],
    ],
    [
      'notification in flight',
      order('paid', {
        notifying: { ...TOLD, wasNotified: false, isUnderWay: true },
        atStore: says('unpaid'),
      }),
      [],
    ],
    [
      'at a store without notifications',
      order('paid', { notifying: { ...TOLD, canBeNotified: false, wasNotified: false } }),
      [],
    ],
    [
      'notified, and unpaid at the store',
      order('paid', { atStore: says('unpaid') }),
      ['store_not_told, notify'],
    ],
    [
      'notified twice, and unpaid at the store',
      order('paid', { notifying: { ...TOLD, wasRenotified: true }, atStore: says('unpaid') }),
      ['store_not_told, needs-attention'],
    ],
    [
      'unpaid at a store without notifications',
      order('paid', { notifying: { ...TOLD, canBeNotified: false }, atStore: says('unpaid') }),
      ['store_not_told, needs-attention'],
    ],
    [
      'notified twice, and not refunded at the store',
      order('refunded', { notifying: { ...TOLD, wasRenotified: true }, atStore: says('paid') }),
      ['refunded_on_one_side, needs-attention'],
    ],
    [
      'cancelled at the store',
      order('paid', { atStore: says('cancelled') }),
      ['paid_after_cancellation, needs-attention'],
    ],
    [
      'paid at the store only',
      order('awaiting_payment', { atStore: says('paid') }),
      ['store_says_paid, needs-attention'],
    ],
    [
      'paid at the store, expired here',
      order('payment_expired', { atStore: says('paid') }),
      ['store_says_paid, needs-attention'],
    ],
    [
      'refunded at the store only',
      order('paid', { atStore: says('refunded') }),
      ['refunded_on_one_side, needs-attention'],
    ],
    [
      'refunded here only',
      order('refunded', { atStore: says('paid') }),
      ['refunded_on_one_side, notify'],
    ],
    [
      'a part refunded here only',
      order('partially_refunded', { atStore: says('paid') }),
      ['refunded_on_one_side, notify'],
    ],
    ['voided here, cancelled there', order('voided', { atStore: says('cancelled') }), []],
    [
      'unknown to the store',
      order('paid', { atStore: 'absent' }),
      ['missing_in_store, needs-attention'],
    ],
    [
      'unreadable at the store',
      order('awaiting_payment', { atStore: { unreadable: 'status' } }),
      ['unreadable_order, needs-attention'],
    ],
    ['never paid, unknown to the store', order('awaiting_payment', { atStore: 'absent' }), []],
    [
      'another amount at the store',
      order('paid', { atStore: says('paid', { amount: minor(9_000n) }) }),
      ['amount_drift, needs-attention'],
    ],
    [
      'more refunded at the store',
      order('partially_refunded', {
        refundedSumMinor: 1_000n,
        atStore: says('partially_refunded', { refunded: minor(2_000n) }),
      }),
      ['refunded_on_one_side, needs-attention'],
    ],
    [
      'less refunded at the store',
      order('partially_refunded', {
        refundedSumMinor: 2_000n,
        atStore: says('partially_refunded', { refunded: minor(1_000n) }),
      }),
      ['refunded_on_one_side, notify'],
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
      ['refunded_on_one_side, notify'],
    ],
    ['paid twice', order('paid', { conflict: 'paid_twice' }), ['paid_twice, needs-attention']],
    [
      'on hold',
      order('on_hold', { conflict: 'paid_other_amount', atStore: says('unpaid') }),
      ['amount_drift, needs-attention'],
    ],
    [
      'paid after cancellation, and not notified',
      order('on_hold', {
        conflict: 'paid_after_cancellation',
        notifying: { ...TOLD, wasNotified: false },
      }),
      ['paid_after_cancellation, needs-attention', 'store_not_told, notify'],
    ],
  ])('the rule classifies the order: %s', (_, known, expected) => {
    expect(orderDifferences(known).map(short)).toEqual(expected)
  })
})
