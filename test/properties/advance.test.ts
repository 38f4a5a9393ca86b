import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PAYMENT_STATES, type PaymentState } from '../../src/contract/payment-states.ts'
import { advance, type PaymentStatus, wasCharged } from '../../src/payments/orders/rules/advance.ts'

const amount = fc.bigInt({ min: 0n, max: 999_999_999n })
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })

/** Only a charge has a transaction and a time of payment. */
const observed: fc.Arbitrary<PaymentStatus> = fc
  .record({
    state: fc.constantFrom(...PAYMENT_STATES),
    transaction_id: maybe(fc.constantFrom('tx-a', 'tx-b', 'tx-c')),
    total_minor: maybe(amount),
    service_fee_minor: maybe(amount),
    sales_tax_minor: maybe(amount),
    tip_minor: maybe(amount),
    refunded_minor: amount,
    paid_at: maybe(fc.date({ noInvalidDate: true })),
  })
  .map((seen) =>
    wasCharged(seen.state)
      ? { ...seen, refunded_minor: seen.state === 'voided' ? 0n : seen.refunded_minor }
      : { ...seen, transaction_id: null, refunded_minor: 0n, paid_at: null },
  )

const CREATED: PaymentStatus = {
  state: 'pending',
  transaction_id: null,
  total_minor: 12_550n,
  service_fee_minor: 0n,
  sales_tax_minor: 0n,
  tip_minor: 0n,
  refunded_minor: 0n,
  paid_at: null,
}

const statusAfter = (history: readonly PaymentStatus[]): PaymentStatus =>
  history.reduce(advance, CREATED)

const reachable = fc.array(observed, { maxLength: 6 }).map(statusAfter)

const ORDER: readonly PaymentState[] = [
  'pending',
  'disabled',
  'expired',
  'paid',
  'partially_refunded',
  'refunded',
  'voided',
]

describe('the known state of a payment', () => {
  it('two facts lead to the same payment in either order', () => {
    fc.assert(
      fc.property(reachable, reachable, (one, other) => {
        expect(advance(one, other)).toEqual(advance(other, one))
      }),
    )
  })

  it('facts combine in any grouping', () => {
    fc.assert(
      fc.property(reachable, reachable, reachable, (one, two, three) => {
        expect(advance(advance(one, two), three)).toEqual(advance(one, advance(two, three)))
      }),
    )
  })

  it('a repeated fact changes nothing', () => {
    fc.assert(
      fc.property(reachable, observed, (derived, fact) => {
        expect(advance(derived, derived)).toEqual(derived)
        const once = advance(derived, fact)
        expect(advance(once, fact)).toEqual(once)
      }),
    )
  })

  it('a history ends the same in any order and with any repetition', () => {
    const histories = fc.array(observed, { minLength: 1, maxLength: 6 }).chain((history) =>
      fc.record({
        history: fc.constant(history),
        shuffled: fc.array(fc.constantFrom(...history), { maxLength: 8 }).chain((repeated) =>
          fc.shuffledSubarray([...history, ...repeated], {
            minLength: history.length + repeated.length,
          }),
        ),
      }),
    )
    fc.assert(
      fc.property(histories, ({ history, shuffled }) => {
        expect(statusAfter(shuffled)).toEqual(statusAfter(history))
      }),
    )
  })

  it('no fact downgrades a payment or reduces its refunded amount', () => {
    fc.assert(
      fc.property(reachable, observed, (derived, fact) => {
        const next = advance(derived, fact)
        const progress = ORDER.indexOf(next.state)
        expect(progress).toBe(Math.max(ORDER.indexOf(derived.state), ORDER.indexOf(fact.state)))
        expect(next.refunded_minor >= derived.refunded_minor).toBe(true)
        if (wasCharged(derived.state)) expect(wasCharged(next.state)).toBe(true)
        if (derived.transaction_id) expect(next.transaction_id).not.toBeNull()
        if (derived.paid_at) expect(next.paid_at).not.toBeNull()
      }),
    )
  })
})
