import { describe, expect, it } from 'vitest'
import type { AttemptState } from '../../../db/tables/orders.ts'
import { PaymentId } from '../../../domain/ids.ts'
import { type AttemptFacts, deriveOrderStatus } from './derive-order-status.ts'

const order = {
  amount_minor: 10_000n,
  currency: 'HNL',
  current_payment_id: PaymentId.parse('second'),
  cancelled_at: null,
  time_over_at: null,
}

const attempt = (
  id: string,
  state: AttemptState,
  fields: Partial<AttemptFacts> = {},
): AttemptFacts => ({
  id: PaymentId.parse(id),
  attempt: 1,
  state,
  amount_minor: 10_000n,
  currency: 'HNL',
  refunded_minor: 0n,
  paid_at: null,
  ...fields,
})

const derivedOf = (...attempts: AttemptFacts[]) => {
  const { status, conflict, effectivePayment } = deriveOrderStatus(order, attempts)
  return [status, conflict, effectivePayment?.id]
}

describe('status of an order', () => {
  it('an order without attempts awaits its payment', () => {
    expect(derivedOf()).toEqual(['awaiting_payment', null, undefined])
  })

  it.each<[AttemptState, string]>([
    ['intended', 'awaiting_payment'],
    ['refused', 'awaiting_payment'],
    ['abandoned', 'awaiting_payment'],
    ['pending', 'awaiting_payment'],
    ['expired', 'payment_expired'],
    ['disabled', 'payment_expired'],
    ['paid', 'paid'],
    ['partially_refunded', 'partially_refunded'],
    ['refunded', 'refunded'],
    ['voided', 'voided'],
  ])('an attempt in state %s makes the order %s', (state, status) => {
    expect(derivedOf(attempt('second', state))).toEqual([status, null, 'second'])
  })

  it('of two fitting charges the one paid first is effective, whichever attempt began first', () => {
    const paidAt = (minutes: number) => new Date(Date.UTC(2026, 4, 4, 12, minutes))
    const first = attempt('first', 'paid', { attempt: 1, paid_at: paidAt(20) })
    const second = attempt('second', 'paid', { attempt: 2, paid_at: paidAt(10) })
    expect(derivedOf(first, second)).toEqual(['paid', 'paid_twice', 'second'])
    expect(derivedOf(second, first)).toEqual(['paid', 'paid_twice', 'second'])
    const other = attempt('first', 'paid', { amount_minor: 9_000n, paid_at: paidAt(1) })
    expect(derivedOf(other, second)).toEqual(['paid', 'paid_twice', 'second'])
    const asEarly = { ...first, paid_at: second.paid_at }
    expect(derivedOf(second, asEarly)).toEqual(['paid', 'paid_twice', 'first'])
    expect(derivedOf({ ...second, paid_at: null }, first)[2]).toBe('first')
  })

  it('refunding the excess of an overpayment ends the conflict', () => {
    const fields = { amount_minor: 15_000n, refunded_minor: 5_000n }
    expect(derivedOf(attempt('first', 'paid', { amount_minor: 15_000n }))).toEqual([
      'on_hold',
      'paid_other_amount',
      'first',
    ])
    const settled = derivedOf(attempt('first', 'partially_refunded', fields))
    expect(settled).toEqual(['partially_refunded', null, 'first'])
  })

  it('the expiry of an old attempt does not affect the order', () => {
    const [old, live] = [attempt('first', 'expired'), attempt('second', 'pending')]
    expect(derivedOf(old, live)).toEqual(['awaiting_payment', null, 'second'])
    expect(derivedOf(old, attempt('second', 'paid'))).toEqual(['paid', null, 'second'])
  })

  it('a late charge of an old attempt pays the order', () => {
    const derived = derivedOf(attempt('first', 'paid'), attempt('second', 'expired'))
    expect(derived).toEqual(['paid', null, 'first'])
  })

  it('two charges put the order in conflict', () => {
    const derived = derivedOf(attempt('first', 'paid'), attempt('second', 'paid'))
    expect(derived).toEqual(['paid', 'paid_twice', 'first'])
  })

  it('refunding one of two charges ends the conflict', () => {
    for (const state of ['voided', 'refunded'] as const) {
      const derived = derivedOf(attempt('first', state), attempt('second', 'paid'))
      expect(derived).toEqual(['paid', null, 'second'])
    }
  })

  it('a charge of another amount or currency puts the order on hold', () => {
    const old = attempt('first', 'paid', { amount_minor: 9_000n })
    expect(derivedOf(old)).toEqual(['on_hold', 'paid_other_amount', 'first'])
    const dollars = attempt('second', 'paid', { currency: 'USD' })
    expect(derivedOf(dollars)).toEqual(['on_hold', 'paid_other_amount', 'second'])
  })

  it('the charge of the right amount is effective when one of a wrong amount exists too', () => {
    const wrong = attempt('first', 'paid', { amount_minor: 9_000n })
    const derived = derivedOf(wrong, attempt('second', 'paid'))
    expect(derived).toEqual(['paid', 'paid_twice', 'second'])
  })

  it('voiding a charge of the wrong amount ends the hold', () => {
    const wrong = attempt('first', 'voided', { amount_minor: 9_000n })
    expect(derivedOf(wrong)).toEqual(['voided', null, 'first'])
  })
})

describe('an order past the payment deadline of the card page', () => {
  const timeOverAt = new Date('2026-05-04T12:00:00Z')
  const of = (...attempts: AttemptFacts[]) =>
    deriveOrderStatus({ ...order, time_over_at: timeOverAt }, attempts)

  it('the order expires, whether its attempts were declined or it has none', () => {
    expect(of()).toMatchObject({
      status: 'payment_expired',
      effectivePayment: undefined,
      timeOverAt,
    })
    const declined = of(attempt('first', 'declined'), attempt('second', 'declined'))
    expect(declined).toMatchObject({ status: 'payment_expired', timeOverAt })
  })

  it('a charge that turns out approved still pays the order', () => {
    const derived = of(attempt('first', 'paid'), attempt('second', 'declined'))
    expect(derived).toMatchObject({ status: 'paid', conflict: null, timeOverAt: null })
  })

  it('an order cancelled for its expiry stays cancelled', () => {
    const derived = deriveOrderStatus(
      { ...order, time_over_at: timeOverAt, cancelled_at: new Date() },
      [],
    )
    expect(derived).toMatchObject({ status: 'cancelled', timeOverAt })
  })
})

describe('a cancelled order', () => {
  const cancelled = { ...order, cancelled_at: new Date() }
  const of = (...attempts: AttemptFacts[]) => {
    const { status, conflict } = deriveOrderStatus(cancelled, attempts)
    return [status, conflict]
  }

  it('the order stays cancelled while nothing was charged', () => {
    expect(of()).toEqual(['cancelled', null])
    expect(of(attempt('second', 'pending'))).toEqual(['cancelled', null])
    expect(of(attempt('second', 'expired'))).toEqual(['cancelled', null])
  })

  it('a charge puts the order in conflict until it is refunded', () => {
    expect(of(attempt('second', 'paid'))).toEqual(['on_hold', 'paid_after_cancellation'])
    expect(of(attempt('second', 'voided'))).toEqual(['voided', null])
    expect(of(attempt('second', 'refunded'))).toEqual(['refunded', null])
  })
})
