import { describe, expect, it } from 'vitest'
import { moneyFromMinor } from '../../platform/money.ts'
import { recordedRefunds } from './recorded-refunds.ts'

const refund = (id: string, minor = 5_000n, reversalId: string | null = null) => ({
  id,
  reversalId,
  requestKey: `shopify-refund-${id}`,
  amount: moneyFromMinor(minor, 'HNL'),
  at: new Date(0),
})
const reversal = (id: string, fields: object = {}) => ({
  id,
  state: 'done' as const,
  origin: 'portal' as const,
  idempotency_key: null,
  payment_id: 'pay_1',
  amount_minor: 5_000n,
  currency: 'HNL',
  ...fields,
})
const match = (
  wishes: ReturnType<typeof refund>[],
  reversals: ReturnType<typeof reversal>[],
  others: ReturnType<typeof refund>[] = [],
) =>
  recordedRefunds({
    wishes,
    refunds: [...wishes, ...others],
    reversals,
    paymentId: 'pay_1',
  }).map(({ refund: { id }, reversalId }) => [id, reversalId])

describe('a refund that was made in the portal and written down in the store', () => {
  it('is one refund, by its amount, and each counts once', () => {
    expect(match([refund('1'), refund('2')], [reversal('ref_a')])).toEqual([['1', 'ref_a']])
    expect(match([refund('1')], [reversal('ref_a'), reversal('ref_b')])).toEqual([['1', 'ref_a']])
    expect(match([refund('1', 4_000n)], [reversal('ref_a')])).toEqual([])
  })

  it('is none that the store has already, that a shop asked for, or of another payment', () => {
    const others = [
      reversal('ref_b', { idempotency_key: 'key' }),
      reversal('ref_c', { origin: 'operator' }),
      reversal('ref_d', { payment_id: 'pay_2' }),
      reversal('ref_e', { state: 'waiting' }),
    ]
    expect(match([refund('1')], others)).toEqual([])
    expect(match([refund('1')], [reversal('ref_a')], [refund('9', 5_000n, 'ref_a')])).toEqual([])
  })
})
