import { describe, expect, it } from 'vitest'
import { RefundId } from '../../../domain/ids.ts'
import { moneyFromMinor } from '../../../domain/money.ts'
import type { StoreOrder } from '../../ports/storefront.ts'
import { refundsKnown, storeChange } from './store-change.ts'

const lempiras = (minor: bigint) => moneyFromMinor(minor, 'HNL')
const atStore = (order: Partial<StoreOrder> = {}): StoreOrder => ({
  status: 'unpaid',
  amount: lempiras(10_000n),
  refunded: undefined,
  ...order,
})

describe('changes of an unpaid order', () => {
  it('an equal or missing amount changes nothing', () => {
    expect(storeChange(lempiras(10_000n), atStore())).toEqual({ change: 'none' })
    expect(storeChange(lempiras(10_000n), atStore({ amount: undefined }))).toEqual({
      change: 'none',
    })
  })

  it.each(['cancelled', 'paid', 'refunded', 'partially_refunded'] as const)(
    'an order that is %s at its store is over',
    (status) => {
      expect(storeChange(lempiras(10_000n), atStore({ status }))).toEqual({ change: 'over' })
    },
  )

  it('an edited amount or currency changes the amount', () => {
    const edited = atStore({ amount: lempiras(8_000n) })
    expect(storeChange(lempiras(10_000n), edited)).toEqual({
      change: 'amount',
      amount: lempiras(8_000n),
    })
    const dollars = moneyFromMinor(10_000n, 'USD')
    expect(storeChange(lempiras(10_000n), atStore({ amount: dollars }))).toMatchObject({
      change: 'amount',
    })
  })

  it.each([
    [2_750n, 2_800n, 100n, 'none'],
    [2_746n, 2_750n, 10n, 'none'],
    [2_750n, 2_800n, 1n, 'amount'],
    [2_750n, 2_900n, 100n, 'amount'],
    [2_750n, 2_780n, 100n, 'amount'],
  ])(
    'an order of %s that the store shows as %s, in steps of %s, has the change %s',
    (exact, shown, unitMinor, change) => {
      const said = atStore({ amount: lempiras(shown), unitMinor })
      expect(storeChange(lempiras(exact), said)).toMatchObject({ change })
    },
  )

  it('a store amount of zero changes nothing, because zero cannot be charged', () => {
    expect(storeChange(lempiras(10_000n), atStore({ amount: lempiras(0n) }))).toEqual({
      change: 'none',
    })
  })
})

describe('refunds of a store', () => {
  const refunds = [
    { id: RefundId.parse('ref_1'), idempotency_key: null, amount_minor: 500n, currency: 'HNL' },
    {
      id: RefundId.parse('ref_2'),
      idempotency_key: 'woocommerce-refund-17',
      amount_minor: 500n,
      currency: 'HNL',
    },
  ]
  const storeRefund = (id: string, refundId: RefundId | null = null, minor = 500n) => ({
    id,
    at: new Date(Number(id) * 1_000),
    refundId,
    requestKey: `woocommerce-refund-${id}`,
    amount: lempiras(minor),
  })

  it('a refund is known by our reference or by its request key', () => {
    const known = refundsKnown(
      [storeRefund('9', RefundId.parse('ref_1')), storeRefund('17'), storeRefund('18')],
      refunds,
    )
    expect(known.map(({ isKnown }) => isKnown)).toEqual([true, true, false])
  })

  it('a refund of zero is skipped, and the reference of another order is unknown', () => {
    const known = refundsKnown(
      [storeRefund('20', null, 0n), storeRefund('21', RefundId.parse('ref_of_another'))],
      refunds,
    )
    expect(known.map(({ storeRefund: { id }, isKnown }) => [id, isKnown])).toEqual([['21', false]])
  })

  it('a repeated reference, or one with a larger amount than ours, is unknown', () => {
    const twice = [
      storeRefund('22', RefundId.parse('ref_1')),
      storeRefund('9', RefundId.parse('ref_1')),
      storeRefund('23', RefundId.parse('ref_2'), 600n),
    ]
    const known = refundsKnown(twice, refunds)
    expect(known.map(({ storeRefund: { id }, isKnown }) => [id, isKnown])).toEqual([
      ['9', true],
      ['22', false],
      ['23', false],
    ])
  })
})
