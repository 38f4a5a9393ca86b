import { describe, expect, it } from 'vitest'
import { PaymentId, RefundId } from '../../../domain/ids.ts'
import { moneyFromMinor } from '../../../domain/money.ts'
import { recordedRefunds } from './recorded-refunds.ts'

const storeRefund = (id: string, minor = 5_000n, refundId: RefundId | null = null) => ({
  id,
  refundId,
  requestKey: `shopify-refund-${id}`,
  amount: moneyFromMinor(minor, 'HNL'),
  at: new Date(0),
})
const refund = (id: string, fields: object = {}) => ({
  id: RefundId.parse(id),
  state: 'succeeded' as const,
  origin: 'portal' as const,
  idempotency_key: null,
  payment_id: PaymentId.parse('pay_1'),
  amount_minor: 5_000n,
  currency: 'HNL',
  ...fields,
})
const match = (
  requested: ReturnType<typeof storeRefund>[],
  refunds: ReturnType<typeof refund>[],
  others: ReturnType<typeof storeRefund>[] = [],
) =>
  recordedRefunds({
    requested,
    storeRefunds: [...requested, ...others],
    refunds,
    paymentId: PaymentId.parse('pay_1'),
  }).map(({ storeRefund: { id }, refundId }) => [id, refundId])

describe('portal refunds recorded in the store', () => {
  it('a record matches a portal refund of its amount, and each counts once', () => {
    expect(match([storeRefund('1'), storeRefund('2')], [refund('ref_a')])).toEqual([['1', 'ref_a']])
    expect(match([storeRefund('1')], [refund('ref_a'), refund('ref_b')])).toEqual([['1', 'ref_a']])
    expect(match([storeRefund('1', 4_000n)], [refund('ref_a')])).toEqual([])
  })

  it('a refund does not match if the store has it, a caller requested it, or another payment made it', () => {
    const others = [
      refund('ref_b', { idempotency_key: 'key' }),
      refund('ref_c', { origin: 'operator' }),
      refund('ref_d', { payment_id: 'pay_2' }),
      refund('ref_e', { state: 'waiting' }),
    ]
    expect(match([storeRefund('1')], others)).toEqual([])
    expect(
      match(
        [storeRefund('1')],
        [refund('ref_a')],
        [storeRefund('9', 5_000n, RefundId.parse('ref_a'))],
      ),
    ).toEqual([])
  })
})
