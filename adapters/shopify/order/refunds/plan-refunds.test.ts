import { describe, expect, it } from 'vitest'
import { RefundId } from '../../../../src/domain/ids.ts'
import { moneyFromMinor } from '../../../../src/domain/money.ts'
import { planRefunds } from './plan-refunds.ts'

const sale = (id: string, restMinor: bigint) => ({
  id,
  gateway: 'Tarjeta (Puente)',
  amount: moneyFromMinor(restMinor, 'HNL'),
  restMinor,
})
const entered = (id: string, refundId: RefundId | null) => ({
  id,
  refundId,
  requestKey: `shopify-refund-${id}`,
  amount: moneyFromMinor(1_000n, 'HNL'),
  at: new Date(),
})
const done = (id: string, amount_minor: bigint, idempotency_key: string | null = null) => ({
  id: RefundId.parse(id),
  amount_minor,
  idempotency_key,
})
const order = {
  sales: [sale('s1', 10_000n)],
  refunds: [],
  receivedMinor: 10_000n,
  refundedMinor: 0n,
}

describe('plans of refund entries', () => {
  it('a refund that Shopify has, by our id or by its request key, needs no entry', () => {
    const refunds = [entered('1', RefundId.parse('ref_a')), entered('2', null)]
    const ourRefunds = [
      done('ref_a', 1_000n),
      done('ref_b', 1_000n, 'shopify-refund-2'),
      done('ref_c', 1_000n),
    ]
    const { missing: plan } = planRefunds({ ...order, refunds, refundedMinor: 2_000n }, ourRefunds)
    expect(plan.map(({ refund }) => refund.id)).toEqual(['ref_c'])
  })

  it('a refund spreads over several captures of one order', () => {
    const sales = [sale('s1', 3_000n), sale('s2', 7_000n)]
    const {
      missing: [plan],
    } = planRefunds({ ...order, sales }, [done('ref_a', 5_000n)])
    expect(plan?.parts.map((part) => [part.sale.id, part.amountMinor])).toEqual([
      ['s1', 3_000n],
      ['s2', 2_000n],
    ])
    expect(plan?.beyondMinor).toBe(0n)
  })

  it('an entry never exceeds the order: a refunded fee is beyond it', () => {
    const {
      missing: [plan],
    } = planRefunds(order, [done('ref_a', 10_525n)])
    expect(plan?.parts.map(({ amountMinor }) => amountMinor)).toEqual([10_000n])
    expect(plan?.beyondMinor).toBe(525n)
  })

  it('a refund without a sale leaves less to enter', () => {
    const {
      missing: [plan],
    } = planRefunds({ ...order, refundedMinor: 8_000n }, [done('ref_a', 5_000n)])
    expect(plan?.parts.map(({ amountMinor }) => amountMinor)).toEqual([2_000n])
  })
})
