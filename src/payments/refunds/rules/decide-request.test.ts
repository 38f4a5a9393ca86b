import { describe, expect, it } from 'vitest'
import type { OrderRow, PaymentRow, RefundRow } from '../../../db/db.ts'
import { REFUND_STATES } from '../../../db/tables/refunds.ts'
import { currencyByCode } from '../../../domain/currencies.ts'
import { OrderId, PaymentId, RefundId } from '../../../domain/ids.ts'
import { decideRefundRequest, type RefundTerms, type RequestFacts } from './decide-request.ts'

const orderId = OrderId.parse(`ord_${'0'.repeat(26)}`)
const paymentId = PaymentId.parse(`pay_${'0'.repeat(26)}`)
const refundId = RefundId.parse(`ref_${'0'.repeat(26)}`)
const at = (minute: number) => new Date(Date.UTC(2026, 4, 4, 12, minute))

const money = (minor: bigint, code = 'HNL') => {
  const currency = currencyByCode(code)
  if (!currency) throw new Error(`no ${code}`)
  return { minor, currency }
}
const order = {
  id: orderId,
  amount_minor: 10_000n,
  currency: 'HNL',
  current_payment_id: paymentId,
} as OrderRow
const payment = {
  id: paymentId,
  state: 'paid',
  amount_minor: 10_000n,
  total_minor: null,
  refunded_minor: 0n,
  currency: 'HNL',
} as PaymentRow
const refund = (changes: Partial<RefundRow>) =>
  ({
    id: refundId,
    order_id: orderId,
    payment_id: paymentId,
    origin: 'store',
    kind: 'refund',
    amount_minor: 4_000n,
    currency: 'HNL',
    state: 'waiting',
    idempotency_key: null,
    request_hash: null,
    created_at: at(0),
    ...changes,
  }) as RefundRow
const decide = (terms: Partial<RefundTerms> = {}, facts: Partial<RequestFacts> = {}) =>
  decideRefundRequest(
    { refundLimit: undefined, ...terms },
    { order, payments: [payment], refunds: [], earlier: undefined, hash: 'hash', ...facts },
  )

const DECISIONS = `
known refund | whole                | part                 | the same key
pending      | refused under_way    | refused under_way    | repeated
requested    | refused under_way    | refused under_way    | repeated
unknown      | refused under_way    | refused under_way    | repeated
accepted     | refused under_way    | refused under_way    | repeated
waiting      | begin void           | refused under_way    | repeated
succeeded    | begin void           | begin refund         | repeated
failed       | begin void           | begin refund         | repeated
cancelled    | begin void           | begin refund         | repeated
`

const inWords = (decided: ReturnType<typeof decide>): string => {
  if (decided.outcome === 'begin') return `begin ${decided.plan.kind}`
  return decided.outcome === 'refused' ? `refused ${decided.because}` : decided.outcome
}

describe('a refund request', () => {
  it('every request with another refund in every state', () => {
    const [head, ...lines] = DECISIONS.trim()
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()))
    expect(head).toEqual(['known refund', 'whole', 'part', 'the same key'])
    expect(lines).toEqual(
      REFUND_STATES.map((state) => {
        const known = refund({ state, request_hash: 'hash' })
        return [
          state,
          inWords(decide({}, { refunds: [known] })),
          inWords(decide({ amount: money(1_000n) }, { refunds: [known] })),
          inWords(decide({}, { refunds: [known], earlier: known })),
        ]
      }),
    )
  })

  it('a key with other terms is reused, also by another order', () => {
    const earlier = refund({ request_hash: 'other' })
    expect(decide({}, { earlier })).toEqual({ outcome: 'key-reused', refund: earlier })
    const linked = refund({ order_id: OrderId.parse(`ord_${'1'.repeat(26)}`) })
    const amount = money(4_000n)
    expect(decide({ amount }, { earlier: linked }).outcome).toBe('key-reused')
  })

  it('a linked portal refund answers a request for its amount', () => {
    const linked = refund({ origin: 'portal', state: 'succeeded', idempotency_key: 'key' })
    expect(decide({ amount: money(4_000n) }, { earlier: linked }).outcome).toBe('repeated')
    expect(decide({ amount: money(4_001n) }, { earlier: linked }).outcome).toBe('key-reused')
    expect(decide({}, { earlier: linked }).outcome).toBe('key-reused')
  })

  it('a request needs a payment in its currency', () => {
    const unpaid = { order: { ...order, current_payment_id: null } }
    expect(inWords(decide({}, unpaid))).toBe('refused not_paid')
    const other = PaymentId.parse(`pay_${'1'.repeat(26)}`)
    expect(decide({ paymentId: other })).toEqual({ outcome: 'no-such-payment' })
    const amount = money(1_000n, 'USD')
    expect(decide({ amount })).toEqual({ outcome: 'wrong-currency', currency: 'HNL' })
  })

  it("a request above the rest or the caller's limit is refused", () => {
    const rest = money(10_000n)
    const refused = { outcome: 'refused', because: 'above_rest', rest, underWay: undefined }
    expect(decide({ amount: money(10_001n) })).toEqual(refused)
    expect(decide({ refundLimit: money(9_999n) })).toEqual({ outcome: 'above-limit' })
    expect(decide({ refundLimit: money(10_000n) }).outcome).toBe('begin')
  })

  it('a request names the refund that is under way', () => {
    const underWay = refund({ state: 'requested' })
    expect(decide({}, { refunds: [underWay] })).toMatchObject({ outcome: 'refused', underWay })
  })

  it('a portal refund since the first request replaces it, if its amount fits', () => {
    const made = refund({ origin: 'portal', state: 'succeeded', created_at: at(10) })
    const request = (minute: number, minor: bigint) =>
      decide({ amount: money(minor), firstAskedAt: at(minute) }, { refunds: [made] })
    expect(request(10, 4_000n)).toEqual({ outcome: 'made-meanwhile', refund: made })
    expect(request(11, 4_000n).outcome).toBe('begin')
    expect(request(10, 4_001n).outcome).toBe('begin')
    expect(decide({ amount: money(4_000n) }, { refunds: [made] }).outcome).toBe('begin')
  })

  it('a store that shows no decimals requests the exact rest by its rounded amount', () => {
    const exact = { ...payment, amount_minor: 10_050n }
    const facts = { order: { ...order, amount_minor: 10_050n }, payments: [exact] }
    const decided = decide({ amount: money(10_100n), shownDecimals: 0 }, facts)
    expect(decided).toMatchObject({ outcome: 'begin', amount: money(10_050n) })
  })
})
